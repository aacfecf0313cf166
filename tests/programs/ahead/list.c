/* A list on the heap. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node { struct node *next; int v; }; static struct node *head; static int sum;
static void *t(void *a){ for (struct node *n = head; n; n = n->next) sum += n->v; return a; }
int main(void)
{
    pthread_t x; for (int i=0;i<5;i++){ struct node *n = malloc(sizeof *n); n->v=i; n->next=head; head=n; }
    pthread_create(&x,0,t,0); pthread_join(x,0); assert(sum==10);
    return 0;
}
