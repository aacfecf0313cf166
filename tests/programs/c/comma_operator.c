// The comma operator: order, value, type, in for headers, conditions, indices and arguments.
#include <stdio.h>

static int trace[20], traced;
static int mark(int n) { trace[traced++] = n; return n; }

int main(void) {
    int a, b;
    a = (1, 2, 3);
    printf("%d\n", a);
    a = mark(1), b = mark(2);
    printf("%d %d\n", a, b);
    for (a = 0, b = 10; a < b; a++, b--)
        ;
    printf("%d %d\n", a, b);
    int values[] = {10, 20, 30};
    printf("%d\n", values[mark(0), mark(2)]);
    printf("%d\n", (mark(5), mark(6)) + 1);
    if (a = 0, a == 0) printf("taken\n");
    while (a++, a < 3) printf("loop %d\n", a);
    do b -= 2; while (mark(b), b > 0);
    int c = (a++, b = a * 2, b + 1);
    printf("%d %d %d\n", a, b, c);
    printf("%d %zu\n", sizeof(1.0, (char)1) == sizeof(char), sizeof((char)1, 1.0));
    int *p = (a = 4, &a);
    *p += 1;
    printf("%d\n", a);
    a = 1 ? (mark(8), 80) : (mark(9), 90);
    printf("%d\n", a);
    switch (a = 2, a) { case 2: printf("two\n"); }
    for (int i = 0; i < traced; i++) printf("%d ", trace[i]);
    printf("\n");
    return (mark(1), traced);
}
