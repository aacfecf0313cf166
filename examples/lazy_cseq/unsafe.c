// expect: unsafe reach 55
// schedule: 0:6,1:7,4:2,3:7,4:4
//
// Producers and consumers: the running example of the papers about Lazy-CSeq by O. Inverso,
// E. Tomasco, B. Fischer, S. La Torre and G. Parlato (2014, 2021; figure 2 in both). Names and
// statements are those of the figure. `c` counts what was produced and not consumed yet.
// Checks: nobody consumes what does not exist.
//
// Bug in line 51, as in the papers: consumers do not lock the mutex, so that both may find the
// same single item. The shortest failing schedule has 4 context switches.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef NATIVE // without a verifier, a consumer gives up instead
#define __VERIFIER_assume(condition) do { if (!(condition)) pthread_exit(NULL); } while (0)
#else
void __VERIFIER_assume(int condition);
#endif

pthread_mutex_t m;
int c;

void *P(void *n)
{
    bool b;
    int l;
    l = (int)(intptr_t)n;
    pthread_mutex_lock(&m);
    b = (c > 0);
    if (b)
        c = c + 1;
    else {
        c = 0;
        while (l > 0) {
            c = c + 1;
            l = l - 1;
        }
    }
    pthread_mutex_unlock(&m);
    return NULL;
}

void *C(void *unused)
{
    (void)unused;
    bool b;
    b = (c > 0);
    __VERIFIER_assume(b);
    c = c - 1;
    b = (c >= 0);
    assert(b);
    return NULL;
}

int main(void)
{
    pthread_t p0, p1, c0, c1;
    c = 0;
    pthread_mutex_init(&m, NULL);
    pthread_create(&p0, NULL, P, (void *)(intptr_t)5);
    pthread_create(&p1, NULL, P, (void *)(intptr_t)1);
    pthread_create(&c0, NULL, C, NULL);
    pthread_create(&c1, NULL, C, NULL);
    return 0;
}
