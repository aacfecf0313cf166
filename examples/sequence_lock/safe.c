// expect: safe
//
// Sequence lock, as in the Linux kernel (S. Hemminger and A. Arcangeli, about 2002): the writer
// makes the sequence number odd, writes, and makes it even again. A reader keeps what it read
// only if the number was even and has not changed.
// Checks: a reader keeps only values that belong together.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define WRITES 2
#define READS 2

static _Atomic unsigned sequence;
static _Atomic int left;
static _Atomic int right;

static void *write_pair(void *unused)
{
    (void)unused;
    for (int i = 1; i <= WRITES; i++) {
        sequence++;
        left = i;
        right = -i;
        sequence++;
    }
    return NULL;
}

static bool try_read_pair(int *a, int *b)
{
    unsigned before = sequence;
    *a = left;
    *b = right;
    return before % 2 == 0 && sequence == before;
}

static void *read_pair(void *unused)
{
    (void)unused;
    int a;
    int b;
    for (int i = 0; i < READS; i++)
        if (try_read_pair(&a, &b))
            assert(a + b == 0);
    return NULL;
}

int main(void)
{
    pthread_t writer;
    pthread_t reader;
    pthread_create(&writer, NULL, write_pair, NULL);
    pthread_create(&reader, NULL, read_pair, NULL);
    pthread_join(writer, NULL);
    pthread_join(reader, NULL);
    return 0;
}
