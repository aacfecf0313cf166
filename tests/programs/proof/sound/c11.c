// proved: race lock deadlock
#include <threads.h>
static int x; static mtx_t m;
static int f(void *a) { mtx_lock(&m); x++; mtx_unlock(&m); return 0; }
int main(void) { thrd_t s, t; mtx_init(&m, mtx_plain); thrd_create(&s, f, 0); thrd_create(&t, f, 0); thrd_join(s, 0); thrd_join(t, 0); return x; }
