// Variable length arrays entered again by loops and backward goto, left by break, continue, return.
#include <stdio.h>

static int early(int n) {
    for (int i = 1;; i++) {
        int a[i];
        a[i - 1] = i * i;
        if (a[i - 1] > n) return a[i - 1];
    }
}

int main(void) {
    int n = 1, total = 0;
again:;
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i + n;
    total += a[n - 1];
    printf("%zu %d\n", sizeof a / sizeof *a, total);
    if (n++ < 5) goto again;

    for (int i = 1; i < 10; i++) {
        char text[i + 1];
        if (i == 3) continue;
        if (i == 7) break;
        for (int j = 0; j < i; j++) text[j] = 'a' + j;
        text[i] = 0;
        printf("%s\n", text);
    }
    int k = 0;
    while (k < 1000) {
        int block[k % 7 + 1];
        block[k % 7] = k;
        total += block[k % 7] & 1;
        k++;
    }
    printf("%d\n", total);
    printf("%d %d\n", early(10), early(100));
    n = 2;
    {
        int b[n];
        b[0] = 5; b[1] = 6;
        if (n == 2) goto out;
        b[0] = 0;
    }
out:
    do {
        long c[n];
        c[n - 1] = n;
        printf("%ld ", c[n - 1]);
    } while (--n > 0);
    printf("\n");
    switch (k) {
        default: {
            int inner[k / 250];
            inner[3] = 9;
            printf("%d\n", inner[3]);
        }
    }
    return total & 0xFF;
}
