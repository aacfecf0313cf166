// Order of evaluation where C fixes it: full expressions, &&, ||, ?:, comma, calls, initializers.
#include <stdio.h>

static int log_buffer[64], used;
static int note(int n) { log_buffer[used++] = n; return n; }
static int f(int a) { return note(a + 100); }
static int g(void) { note(7); return 8; }

int main(void) {
    int x = 1;
    x++, x = x + 1;
    printf("%d\n", x);
    int y = (x = 5, x * 2) + 1;
    printf("%d %d\n", x, y);
    int z = x++ ? x : -x;
    printf("%d %d\n", x, z);
    int w = x-- && x == 5;
    printf("%d %d\n", x, w);
    int v = f(note(1));
    printf("%d\n", v);
    int i = 0, j = i++, k = i++, array[2];
    array[0] = i++;
    array[1] = i++;
    printf("%d %d %d %d %d\n", i, j, k, array[0], array[1]);
    int (*pointer)(int) = (note(2), f);
    pointer(note(3));
    x = g() ? note(4) : note(5);
    printf("%d\n", x);
    x = note(0) || note(0) || note(9) || note(10);
    for (note(20); note(21) && used < 20; note(22)) note(23);
    int n = 3;
    n = n * n;
    n = n-- ? n + n : 0;
    printf("%d\n", n);
    for (int q = 0; q < used; q++) printf("%d%c", log_buffer[q], q + 1 == used ? '\n' : ' ');
    return used;
}
