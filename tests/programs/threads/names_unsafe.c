// expect: unsafe reach 14, reach 17, reach 19
/* Names are those that were given, in room enough. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    char name[16];
    if (__VERIFIER_nondet_bool())
        assert(pthread_setname_np(pthread_self(), "a name that is too long") == 0);
    pthread_setname_np(pthread_self(), "worker");
    if (__VERIFIER_nondet_bool())
        assert(pthread_getname_np(pthread_self(), name, 4) == 0);
    pthread_getname_np(pthread_self(), name, sizeof name);
    assert(strcmp(name, "walker") == 0);
    return 0;
}
