"""Small programs with each of the four answers."""

from __future__ import annotations

COUNTER = """
#include <assert.h>
#include <pthread.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *a) {
    LOCK(&m);
    x++;
    UNLOCK(&m);
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
}
"""
SAFE = COUNTER.replace("UNLOCK", "pthread_mutex_unlock").replace("LOCK", "pthread_mutex_lock")
UNSAFE = COUNTER.replace("UNLOCK", "(void)").replace("LOCK", "(void)")


ENDLESS = """
#include <assert.h>
#include <pthread.h>
int x, y;
void *first(void *p) { for (;;) x = y + 1; }
void *second(void *p) { for (;;) y = x + 1; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    assert(x >= 0 || y < 1000000);
}
"""


GAP = """
#include <setjmp.h>
jmp_buf place;
int zero;
int main(void) {
    if (CONDITION)
        setjmp(place);
    return 0;
}
"""
