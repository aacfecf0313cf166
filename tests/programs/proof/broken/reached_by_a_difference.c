// not proved: race
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
struct head { ptrdiff_t to_body; };
static struct head *h;
static int *body;
static void *f(void *a) { *(int *)((char *)h + h->to_body) = 1; return a; }
static void *g(void *a) { *body = 2; return a; }
int main(void) {
    pthread_t s, t;
    h = malloc(sizeof *h);
    body = malloc(sizeof *body);
    h->to_body = (char *)body - (char *)h;
    pthread_create(&s, 0, f, 0);
    pthread_create(&t, 0, g, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
