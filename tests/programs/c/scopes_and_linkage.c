// Scopes: shadowing, block externs, tentative definitions, tag and ordinary name spaces, loop scopes.
#include <stdio.h>

int shared;
int shared;
int shared = 4;
static int hidden;
extern int elsewhere;
typedef int number;
struct x { int x; };
enum { name_space = 1 };

static int use_extern(void) {
    int shared = 1;
    {
        extern int shared;
        shared++;
        return shared;
    }
}
static int prototype_scope(int n, int array[n]);
static int prototype_scope(int n, int array[n]) { return array[n - 1]; }
static int forward(int);

int main(void) {
    printf("%d ", use_extern());
    printf("%d\n", shared);
    int x = 1;
    struct x sx = {2};
    printf("%d %d\n", x, sx.x);
    {
        int x = 3;
        { int x = 4; printf("%d ", x); }
        printf("%d ", x);
    }
    printf("%d\n", x);
    for (int x = 0; x < 2; x++) { int x = 7; printf("%d ", x); }
    printf("%d\n", x);
    { number number = 5; printf("%d\n", number); }
    number again = 6;
    goto x;
x:
    printf("%d\n", again);
    if (1) { typedef char again; printf("%zu\n", sizeof(again)); }
    int name_space = 9;
    printf("%d\n", name_space);
    hidden = elsewhere;
    printf("%d\n", hidden);
    int printf_count = printf("%d\n", forward(2));
    { int forward(int); printf("%d\n", forward(3)); }
    int v[2] = {1, 2};
    printf("%d\n", prototype_scope(2, v));
    switch (x) { int unused; case 1: unused = 5; printf("%d\n", unused); }
    return printf_count;
}

int elsewhere = 12;
static int forward(int n) { return n * 100; }
