// _Atomic objects, stdatomic.h functions, __atomic and __sync built-ins in one thread.
#include <stdatomic.h>
#include <stdio.h>

static _Atomic int counter = 5;
static atomic_uint flags = 0xF0;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static _Atomic(long long) wide;
static _Atomic _Bool boolean;

int main(void) {
    counter++;
    ++counter;
    counter += 10;
    counter = counter * 2;
    printf("%d ", counter--);
    printf("%d\n", counter);
    printf("%d\n", atomic_load(&counter));
    atomic_store(&counter, 100);
    printf("%d ", atomic_fetch_add(&counter, 5));
    printf("%d ", atomic_fetch_sub(&counter, 1));
    printf("%d\n", atomic_exchange(&counter, 7));
    int expected = 8;
    printf("%d ", atomic_compare_exchange_strong(&counter, &expected, 9));
    printf("%d %d\n", expected, counter);
    printf("%d ", atomic_compare_exchange_strong(&counter, &expected, 9));
    printf("%d %d\n", expected, counter);
    atomic_fetch_or_explicit(&flags, 0x0F, memory_order_relaxed);
    atomic_fetch_and(&flags, 0x3C);
    atomic_fetch_xor(&flags, 0xFF);
    printf("%x\n", flags);
    printf("%d ", atomic_flag_test_and_set(&lock));
    printf("%d ", atomic_flag_test_and_set(&lock));
    atomic_flag_clear(&lock);
    printf("%d\n", atomic_flag_test_and_set(&lock));
    wide = 1ll << 40;
    wide |= 3;
    boolean = 12;
    printf("%lld %d\n", wide, boolean);
    int plain = 1;
    printf("%d ", __sync_fetch_and_add(&plain, 4));
    printf("%d ", __sync_add_and_fetch(&plain, 4));
    printf("%d ", __sync_bool_compare_and_swap(&plain, 9, 20));
    printf("%d ", __sync_val_compare_and_swap(&plain, 9, 30));
    printf("%d\n", __sync_lock_test_and_set(&plain, 50));
    __sync_synchronize();
    __atomic_store_n(&plain, 60, __ATOMIC_SEQ_CST);
    printf("%d ", __atomic_fetch_add(&plain, 1, __ATOMIC_ACQ_REL));
    printf("%d ", __atomic_sub_fetch(&plain, 11, __ATOMIC_SEQ_CST));
    printf("%d ", __atomic_exchange_n(&plain, 70, __ATOMIC_SEQ_CST));
    printf("%d\n", __atomic_load_n(&plain, __ATOMIC_ACQUIRE));
    atomic_thread_fence(memory_order_seq_cst);
    unsigned char small = 250;
    __sync_fetch_and_add(&small, 10);
    printf("%d\n", small);
    int array[3] = {1, 2, 3};
    _Atomic(int *) pointer = array;
    pointer++;
    printf("%d\n", *pointer);
    return atomic_fetch_add(&counter, 1);
}
