// _Thread_local and __thread variables in a single thread: initialization, addresses, static locals.
#include <stdio.h>

_Thread_local int global = 5;
static __thread int file_local;
static _Thread_local struct { int a; char name[6]; } object = {7, "tls"};
__thread int array[3] = {1, 2, 3};
extern _Thread_local int declared_later;

static int tick(void) {
    static _Thread_local int n = 10;
    return n++;
}
static int *where(void) { return &global; }

_Thread_local int declared_later = 44;

int main(void) {
    printf("%d %d %d %s\n", global, file_local, object.a, object.name);
    global += 3;
    file_local = global * 2;
    object.name[0] = 'T';
    printf("%d %d %s\n", global, file_local, object.name);
    tick();
    tick();
    printf("%d\n", tick());
    *where() = 99;
    printf("%d %d\n", global, where() == &global);
    int *p = array;
    for (int i = 0; i < 3; i++) p[i] *= p[i];
    printf("%d %d %d\n", array[0], array[1], array[2]);
    printf("%d\n", declared_later++);
    static __thread const char *text = "text";
    text++;
    printf("%s\n", text);
    return declared_later;
}
