// goto into loops, branches, nested blocks and over declarations.
#include <stdio.h>

static int enter(int where) {
    int i = 0, n = 0;
    if (where == 0) goto in_for;
    if (where == 1) goto in_while;
    if (where == 2) goto in_else;
    if (where == 3) goto deep;
    if (where == 4) goto in_do;
    for (i = 0; i < 3; i++) {
        n += 1;
in_for:
        n += 10;
    }
    while (i < 5) {
        n += 100;
in_while:
        i++;
    }
    if (n > 100000) {
        n = 0;
    } else {
in_else:
        n += 1000;
    }
    {
        int skipped = 5;
        {
deep:
            skipped = 7;
            n += skipped;
        }
    }
    do {
        n += 10000;
in_do:
        i += 4;
    } while (i < 8);
    return n;
}

int main(void) {
    for (int w = 0; w < 6; w++) printf("%d ", enter(w));
    printf("\n");
    int x = 0;
    if (x) {
        printf("skipped\n");
inside:
        printf("inside %d\n", x);
        if (x == 3) goto out;
    }
    x++;
    goto inside;
out:
    switch (x) {
        case 0: printf("zero\n");
        label:
        case 1: printf("one\n"); break;
        case 3: goto label;
    }
    return x;
}
