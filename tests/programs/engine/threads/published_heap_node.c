// A pointer in a heap object that another thread made and filled leads into that object.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct node { int value; int *link; };
int x, y;
struct node a = {1, &x}, *shared = &a;
static void *f0(void *argument) { struct node *n = shared; y = *n->link; assert(y != 7); return 0; }
static void *f1(void *argument) {
    struct node *node = malloc(sizeof *node);
    node->value = 7;
    node->link = &node->value;
    shared = node;
    return 0;
}
int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, f0, 0);
    pthread_create(&t[1], 0, f1, 0);
    return 0;
}
