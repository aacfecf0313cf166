/* Primes below LIMIT in a global array: every access goes to shared memory. */
#include <stdio.h>

#define LIMIT 60000

static unsigned char composite[LIMIT];

int main(void) {
    int count = 0;
    for (int i = 2; i < LIMIT; i++) {
        if (composite[i])
            continue;
        count++;
        for (long j = (long)i * i; j < LIMIT; j += i)
            composite[j] = 1;
    }
    printf("%d\n", count);
    return 0;
}
