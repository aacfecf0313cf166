// Recursion: direct, mutual, nested, through pointers, with many live frames and locals of each.
#include <stdio.h>

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
static int ackermann(int m, int n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
static int hofstadter_m(int n);
static int hofstadter_f(int n) { return n == 0 ? 1 : n - hofstadter_m(hofstadter_f(n - 1)); }
static int hofstadter_m(int n) { return n == 0 ? 0 : n - hofstadter_f(hofstadter_m(n - 1)); }
static void hanoi(int n, char a, char b, char c, int *moves) {
    if (!n) return;
    hanoi(n - 1, a, c, b, moves);
    if (n == 4) printf("%c%c ", a, c);
    ++*moves;
    hanoi(n - 1, b, a, c, moves);
}
static int queens(int n, int row, int columns, int left, int right) {
    if (row == n) return 1;
    int count = 0;
    for (int c = 0; c < n; c++)
        if (!(columns & 1 << c) && !(left & 1 << (row + c)) && !(right & 1 << (row - c + n)))
            count += queens(n, row + 1, columns | 1 << c, left | 1 << (row + c), right | 1 << (row - c + n));
    return count;
}
static int addresses(int n, int *outer) {
    int local = n;
    if (outer && outer == &local) return -1;
    if (n == 0) return *outer;
    int r = addresses(n - 1, &local);
    return r < 0 || local != n ? -1 : r + local;
}
static void permute(char *s, int i) {
    if (!s[i]) { printf("%s ", s); return; }
    for (int j = i; s[j]; j++) {
        char t = s[i]; s[i] = s[j]; s[j] = t;
        permute(s, i + 1);
        t = s[i]; s[i] = s[j]; s[j] = t;
    }
}

int main(void) {
    printf("%d %d\n", is_even(150), is_odd(77));
    printf("%d\n", ackermann(2, 3));
    for (int i = 0; i < 10; i++) printf("%d%d ", hofstadter_f(i), hofstadter_m(i));
    printf("\n");
    int moves = 0;
    hanoi(5, 'a', 'b', 'c', &moves);
    printf("%d\n", moves);
    printf("%d %d\n", queens(4, 0, 0, 0, 0), queens(5, 0, 0, 0, 0));
    printf("%d\n", addresses(20, 0));
    char text[] = "abc";
    permute(text, 0);
    printf("%s\n", text);
    return moves;
}
