// expect: unsafe reach 20, reach 22, reach 24, reach 26, reach 28, reach 30, reach 32, reach 34, reach 36, reach 38, reach 48, reach 50, reach 52, reach 54, reach 56, reach 58
/* Another thread may have been first. */
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

int object = 8;

void *work(void *argument)
{
    __sync_synchronize();
    __sync_lock_release(&object);
    return argument;
}

static void old_value(void)
{
    if (__VERIFIER_nondet_bool())
        assert(__sync_fetch_and_add(&object, 2) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(__sync_fetch_and_sub(&object, 2) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(__sync_fetch_and_and(&object, 2) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(__sync_fetch_and_or(&object, 2) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(__sync_fetch_and_xor(&object, 2) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(__sync_fetch_and_nand(&object, 2) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(__sync_lock_test_and_set(&object, 1) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(__sync_swap(&object, 1) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(__sync_bool_compare_and_swap(&object, 8, 9));
    else
        assert(__sync_val_compare_and_swap(&object, 8, 9) == 8);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    if (__VERIFIER_nondet_bool())
        old_value();
    else if (__VERIFIER_nondet_bool())
        assert(__sync_add_and_fetch(&object, 2) == 10);
    else if (__VERIFIER_nondet_bool())
        assert(__sync_sub_and_fetch(&object, 2) == 6);
    else if (__VERIFIER_nondet_bool())
        assert(__sync_and_and_fetch(&object, 12) == 8);
    else if (__VERIFIER_nondet_bool())
        assert(__sync_or_and_fetch(&object, 2) == 10);
    else if (__VERIFIER_nondet_bool())
        assert(__sync_xor_and_fetch(&object, 2) == 10);
    else
        assert(__sync_nand_and_fetch(&object, 8) == ~8);
    return 0;
}
