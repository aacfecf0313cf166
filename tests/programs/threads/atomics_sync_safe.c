// expect: safe
// native: no (the operation is the verifier's choice, and clang has more of them)
/* The older names of GCC's atomic operations: no update gets lost. */
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

int which, object, lock;

void *work(void *argument)
{
    int amount = argument ? 1 : 2, seen;
    switch (which) {
    case 0: __sync_fetch_and_add(&object, amount); break;
    case 1: __sync_add_and_fetch(&object, amount); break;
    case 2: __sync_fetch_and_sub(&object, -amount); break;
    case 3: __sync_sub_and_fetch(&object, -amount); break;
    case 4: __sync_fetch_and_or(&object, amount); break;
    case 5: __sync_or_and_fetch(&object, amount); break;
    case 6: __sync_fetch_and_xor(&object, amount); break;
    case 7: __sync_xor_and_fetch(&object, amount); break;
    case 8: __sync_fetch_and_and(&object, ~amount); break;
    case 9: __sync_and_and_fetch(&object, ~amount); break;
    case 10:
        if (!__sync_bool_compare_and_swap(&object, 8, 8 + amount))
            __sync_fetch_and_add(&object, amount);
        break;
    case 11:
        seen = __sync_val_compare_and_swap(&object, 8, 8 + amount);
        if (seen != 8)
            __sync_fetch_and_add(&object, amount);
        break;
    case 12:
        seen = __sync_swap(&object, 0);
        __sync_fetch_and_add(&object, seen + amount);
        break;
    default:
        while (__sync_lock_test_and_set(&lock, 1))
            ;
        object += amount;
        __sync_synchronize();
        __sync_lock_release(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    int value = 12;
    assert(__sync_fetch_and_nand(&value, 10) == 12 && __sync_nand_and_fetch(&value, 1) == ~1);
    which = 8 * __VERIFIER_nondet_bool() + 4 * __VERIFIER_nondet_bool();
    which += 2 * __VERIFIER_nondet_bool() + __VERIFIER_nondet_bool();
    object = 8;
    pthread_create(&thread, 0, work, 0);
    work(&object);
    pthread_join(thread, 0);
    assert(object == (which == 8 || which == 9 ? 8 : 11));
    return 0;
}
