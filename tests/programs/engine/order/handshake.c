// A lock that one thread takes for another, by a word that they hand over; the guarded word is never torn.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int turn;
int guarded;
extern void __VERIFIER_assume(int);
static void *f(void *argument) { guarded = 1; guarded = 2; turn = 1; __VERIFIER_assume(turn == 2); assert(guarded == 3); guarded = 4; return 0; }
static void *g(void *argument) { __VERIFIER_assume(turn == 1); assert(guarded == 2); guarded = 3; turn = 2; assert(guarded != 4); return 0; }
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, g, 0);
    return 0;
}
