// Parts of a word are written while all of it is read, and the other way round.
#include <assert.h>
#include <pthread.h>
union { unsigned whole; unsigned char bytes[4]; unsigned short halves[2]; } u;
static void *f(void *argument) { u.bytes[1] = 2; u.whole = 0x04030201u; return 0; }
static void *g(void *argument) { u.halves[0] = 0x0605; unsigned seen = u.whole; assert(seen != 0x04030605u); assert(seen != 0x0205u); return 0; }
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, g, 0);
    return 0;
}
