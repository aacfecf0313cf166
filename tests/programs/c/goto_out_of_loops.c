// goto out of nested loops, switch inside loops, continue by goto, re-entering scopes.
#include <stdio.h>

static int find(int m[3][3], int x) {
    int i, j;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            if (m[i][j] == x) goto found;
    return -1;
found:
    return i * 10 + j;
}

int main(void) {
    int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    printf("%d %d %d\n", find(m, 6), find(m, 1), find(m, 10));
    int count = 0;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            for (int k = 0; k < 4; k++) {
                if (k > j) goto next_j;
                if (i + j + k > 7) goto done;
                count++;
            }
next_j:;
        }
    }
done:
    printf("%d\n", count);
    int state = 0, rounds = 0;
    while (1) {
        switch (state) {
        case 0: state = 2; continue;
        case 1: goto leave;
        case 2: state = 3; break;
        case 3: state = 1;
        }
        rounds++;
    }
leave:
    printf("%d %d\n", state, rounds);
    int tries = 0;
retry: {
        int fresh = tries * 10;
        fresh++;
        tries++;
        printf("%d ", fresh);
        if (tries < 3) goto retry;
    }
    printf("\n");
    do {
        tries--;
        if (tries == 1) goto skip;
        printf("t%d ", tries);
skip:   ;
    } while (tries > 0);
    printf("\n");
    return count;
}
