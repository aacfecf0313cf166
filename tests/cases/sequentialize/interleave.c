// flags: emit --schema interleave --dialect svcomp
// The program of figure 4.4 of the thesis on MPOR.
#include <pthread.h>

pthread_t id1;
pthread_mutex_t m;
int x = 0;

void *t1(void *arg)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return ((void *)0);
}

int main(void)
{
    pthread_mutex_init(&m, 0);
    pthread_create(&id1, ((void *)0), t1, ((void *)0));
    pthread_mutex_lock(&m);
    x *= 2;
    pthread_mutex_unlock(&m);
    pthread_join(id1, ((void *)0));
    return 0;
}
// output
// /* Sequential C by unthread: schema interleave. 2 threads, each a switch over its position.
//    The loop in main takes one step of any active thread.
//    Compile with: -fwrapv -fno-strict-aliasing */
//
// #pragma GCC diagnostic ignored "-Wpragmas"
// #pragma GCC diagnostic ignored "-Wunknown-warning-option"
// #pragma GCC diagnostic ignored "-Wunused-label"
// #pragma GCC diagnostic ignored "-Wunused-variable"
// #pragma GCC diagnostic ignored "-Wunused-function"
// #pragma GCC diagnostic ignored "-Wfree-nonheap-object"
// #pragma GCC diagnostic ignored "-Wunused-but-set-variable"
// #pragma GCC diagnostic ignored "-Wtautological-compare"
// #pragma GCC diagnostic ignored "-Wbool-compare"
// #pragma GCC diagnostic ignored "-Wint-in-bool-context"
// #pragma GCC diagnostic ignored "-Wbool-operation"
// #pragma GCC diagnostic ignored "-Waddress"
// #pragma GCC diagnostic ignored "-Waddress-of-packed-member"
// #pragma GCC diagnostic ignored "-Wdiv-by-zero"
// #pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
//
// extern void abort(void) __attribute__((noreturn));
// extern void reach_error(void);
// #define assume(c) do { if (!(c)) abort(); } while (0)
// #define ASSERT(c, message) do { if (!(c)) { reach_error(); abort(); } } while (0)
// #define GAP(message) do { reach_error(); abort(); } while (0)
// #define END(status) abort()
// extern int __VERIFIER_nondet_int(void);
// #define nondet_int() __VERIFIER_nondet_int()
//
// struct mutex;
// struct control;
// union pthread_mutex_t;
// struct __pthread_mutex_s;
// struct __pthread_internal_list;
// struct mutex {
//     int owner;
//     unsigned int repeats;
//     int health;
//     int ceiling;
//     int kind;
// };
// struct control {
//     void *argument;
//     void *result;
//     _Bool started;
//     _Bool finished;
//     _Bool joined;
//     _Bool detached;
// };
// struct __pthread_internal_list {
//     struct __pthread_internal_list *__prev;
//     struct __pthread_internal_list *__next;
// };
// struct __pthread_mutex_s {
//     int __lock;
//     unsigned int __count;
//     int __owner;
//     unsigned int __nusers;
//     int __kind;
//     short __spins;
//     short __elision;
//     struct __pthread_internal_list __list;
// };
// union pthread_mutex_t {
//     struct __pthread_mutex_s __data;
//     char __size[40];
//     long __align;
// };
// unsigned long id1;
// union pthread_mutex_t m;
// int x = 0;
// struct control __ut_threads[3] = {[0].started = 1};
//
// /* ---- control: the position of each thread (-1: it has ended), and whether it is active */
// enum { NUM_THREADS = 2 };
// int pc[NUM_THREADS];
// int next_thread = -1;
// _Bool T0_ACTIVE = 1;
// _Bool T1_ACTIVE = 0;
//
// /* ---- variables of thread 0, 'main' */
// int L0_t1;
// int L0_t2;
// int L0_t3;
// unsigned long L0_t3_2;
// int L0_number;
// struct control *L0_control;
// int L0_error;
// int L0_t3_3;
// _Bool L0_forever;
// int L0_t4;
// int L0_t2_2;
// unsigned int L0_t3_4;
// int L0_error_2;
// int L0_error_3;
// int L0_type;
// unsigned int L0_t3_5;
// unsigned long L0_thread;
// int L0_error_4;
// struct control *L0_control_2;
// void *L0_value;
// _Bool L0_t1_2;
// unsigned long L0_t2_3;
// /* ---- variables of thread 1, 't1' */
// void *L1_t2;
// void *L1_arg;
// int L1_t2_2;
// int L1_self;
// int L1_error;
// int L1_t3;
// _Bool L1_forever;
// int L1_t4;
// int L1_t2_3;
// unsigned int L1_t3_2;
// int L1_error_2;
// int L1_self_2;
// int L1_error_3;
// int L1_type;
// unsigned int L1_t3_3;
// struct control *L1_self_3;
//
// int main(void)
// {
//     while (1) {
//         /* a thread that has started and not ended */
//         next_thread = T1_ACTIVE ? nondet_int() : 0;
//         assume(0 <= next_thread && next_thread < NUM_THREADS);
//         assume(T0_ACTIVE || next_thread != 0);
//         assume(T1_ACTIVE || next_thread != 1);
//
//         if (T0_ACTIVE && next_thread == 0) {  /* 'main' */
//             switch (pc[0]) {
//             case 0:
//                 /* interleave.c:19:  pthread_mutex_init(&m, 0); */
//                 /* begin atomic */
//                 ((struct mutex *)&m)->owner = 0;
//                 ((struct mutex *)&m)->repeats = 0;
//                 ((struct mutex *)&m)->health = 0;
//                 ((struct mutex *)&m)->ceiling = 0;
//                 L0_t3 = 0;
//                 ((struct mutex *)&m)->kind = L0_t3;
//                 /* end atomic */
//             pc[0] = 1; continue;
//             case 1:
//                 /* interleave.c:20:  pthread_create(&id1, ((void *)0), t1, ((void *)0)); */
//                 /* begin atomic */
//                 T1_ACTIVE = 1; L0_number = 1;
//                 if (L0_number < 128) goto T0___ut_create_end_1;
//                 GAP("more than 127 threads");
//             T0___ut_create_end_1:;
//                 L0_control = &__ut_threads[L0_number < 2ULL ? L0_number : 2L];
//                 L0_control->argument = 0;
//                 L0_control->detached = 0;
//                 L0_control->started = 1;
//                 L0_t3_2 = L0_number + 1UL;
//                 id1 = L0_t3_2;
//                 /* end atomic */
//             pc[0] = 2; continue;
//             case 2:
//                 /* interleave.c:21:  pthread_mutex_lock(&m); */
//                 /* begin atomic */
//                 assume(((((struct mutex *)&m)->owner == 0 ? 1 : ((struct mutex *)&m)->owner == 1) ? 1 : (((struct mutex *)&m)->kind & 4294967212U) != 0) ? 1 : ((((struct mutex *)&m)->kind & 16) != 0 ? ((struct mutex *)&m)->owner != 0 : 0) ? ((0ULL >> ((((struct mutex *)&m)->owner - 1U) % 64)) & 1) != 0 : 0);
//                 ASSERT(((struct mutex *)&m)->kind != -1, "use of a destroyed mutex");
//                 ASSERT((((struct mutex *)&m)->kind & 4294967212U) == 0, "use of a mutex that was not initialized");
//                 if (((struct mutex *)&m)->owner != 1) goto T0_take_mutex_pthread_end_1;
//                 if ((((struct mutex *)&m)->kind & 3) != 1) goto T0_take_again_pthread_end_1;
//                 L0_t3_4 = ((struct mutex *)&m)->repeats + 1;
//                 ((struct mutex *)&m)->repeats = L0_t3_4;
//                 L0_t2_2 = 0;
//                 goto T0_take_again_pthread_end;
//             T0_take_again_pthread_end_1:;
//                 if ((((struct mutex *)&m)->kind & 3) == 2) goto T0_take_again_pthread_end_2;
//                 ASSERT(0, "lock of a mutex that this thread holds already");
//             T0_take_again_pthread_end_2:;
//                 L0_t2_2 = 35;
//             T0_take_again_pthread_end:;
//                 L0_error = L0_t2_2;
//                 goto T0_take_mutex_pthread_end;
//             T0_take_mutex_pthread_end_1:;
//                 if ((((struct mutex *)&m)->kind & 16) == 0) goto T0_take_mutex_pthread_end_2;
//                 if (((struct mutex *)&m)->health != 2) goto T0_take_robust_pthread_end_1;
//                 L0_t4 = 131;
//                 goto T0_take_robust_pthread_end;
//             T0_take_robust_pthread_end_1:;
//                 L0_error_2 = 0;
//                 if (((struct mutex *)&m)->owner != 0) goto T0_take_robust_pthread_L_3;
//                 if (((struct mutex *)&m)->health != 1) goto T0_take_robust_pthread_end_2;
//             T0_take_robust_pthread_L_3:;
//                 ((struct mutex *)&m)->health = 1;
//                 ((struct mutex *)&m)->repeats = 0;
//                 L0_error_2 = 130;
//             T0_take_robust_pthread_end_2:;
//                 ((struct mutex *)&m)->owner = 1;
//                 L0_t4 = L0_error_2;
//             T0_take_robust_pthread_end:;
//                 L0_error = L0_t4;
//                 goto T0_take_mutex_pthread_end;
//             T0_take_mutex_pthread_end_2:;
//                 ((struct mutex *)&m)->owner = 1;
//                 L0_error = 0;
//             T0_take_mutex_pthread_end:;
//                 L0_t3_3 = L0_error == 35;
//                 if (L0_error != 35) goto T0_pthread_mutex_lock_L_1;
//                 L0_t3_3 = (((struct mutex *)&m)->kind & 3) != 2;
//             T0_pthread_mutex_lock_L_1:;
//                 L0_forever = L0_t3_3;
//                 /* end atomic */
//             pc[0] = 3; continue;
//             case 3:
//                 if (!L0_forever) goto T0_pthread_mutex_lock_end_2;
//                 assume(0);
//             pc[0] = 4; continue;
//             T0_pthread_mutex_lock_end_2:;
//             case 4:
//                 /* interleave.c:22:  x *= 2; */
//                 L0_t2 = x * 2;
//             pc[0] = 5; continue;
//             case 5:
//                 x = L0_t2;
//             pc[0] = 6; continue;
//             case 6:
//                 /* interleave.c:23:  pthread_mutex_unlock(&m); */
//                 L0_error_3 = 0;
//                 /* begin atomic */
//                 ASSERT(((struct mutex *)&m)->kind != -1, "use of a destroyed mutex");
//                 ASSERT((((struct mutex *)&m)->kind & 4294967212U) == 0, "use of a mutex that was not initialized");
//                 L0_type = ((struct mutex *)&m)->kind & 3;
//                 if (L0_type == 1) goto T0_pthread_mutex_unlock_L_2;
//                 if (L0_type == 2) goto T0_pthread_mutex_unlock_L_2;
//                 if ((((struct mutex *)&m)->kind & 16) == 0) goto T0_pthread_mutex_unlock_else_1;
//             T0_pthread_mutex_unlock_L_2:;
//                 if (((struct mutex *)&m)->owner == 1) goto T0_pthread_mutex_unlock_end_3;
//                 L0_error_3 = 1;
//             T0_pthread_mutex_unlock_end_3:;
//                 goto T0_pthread_mutex_unlock_end_4;
//             T0_pthread_mutex_unlock_else_1:;
//                 ASSERT(((struct mutex *)&m)->owner != 0, "unlock of a mutex that is not locked");
//                 ASSERT(((struct mutex *)&m)->owner == 1, "unlock of a mutex that another thread holds");
//             T0_pthread_mutex_unlock_end_4:;
//                 if (L0_error_3 != 0) goto T0_pthread_mutex_unlock_end_5;
//                 if (((struct mutex *)&m)->repeats <= 0) goto T0_release_mutex_pthread_end_1;
//                 L0_t3_5 = ((struct mutex *)&m)->repeats - 1;
//                 ((struct mutex *)&m)->repeats = L0_t3_5;
//                 goto T0_release_mutex_pthread_end;
//             T0_release_mutex_pthread_end_1:;
//                 ((struct mutex *)&m)->owner = 0;
//                 if (((struct mutex *)&m)->health != 1) goto T0_release_mutex_pthread_end_2;
//                 ((struct mutex *)&m)->health = 2;
//             T0_release_mutex_pthread_end_2:;
//             T0_release_mutex_pthread_end:;
//             T0_pthread_mutex_unlock_end_5:;
//                 /* end atomic */
//             pc[0] = 7; continue;
//             case 7:
//                 /* interleave.c:24:  pthread_join(id1, ((void *)0)); */
//                 L0_thread = id1;
//             pc[0] = 8; continue;
//             case 8:
//                 if (L0_thread < 1) goto T0_is_name_pthread_end_1;
//                 if (L0_thread > 128) goto T0_is_name_pthread_end_1;
//                 L0_t1_2 = 1;
//                 goto T0_is_name_pthread_end;
//             T0_is_name_pthread_end_1:;
//                 ASSERT(0, "use of a thread handle that was not initialized");
//                 L0_t1_2 = 0;
//             T0_is_name_pthread_end:;
//                 if (L0_t1_2) goto T0_check_join_pthread_end_1;
//                 L0_error_4 = 3;
//                 goto T0_check_join_pthread_end;
//             T0_check_join_pthread_end_1:;
//                 L0_t2_3 = 1;
//                 if (L0_thread == L0_t2_3) goto T0_check_join_pthread_end_2;
//                 L0_error_4 = 0;
//                 goto T0_check_join_pthread_end;
//             T0_check_join_pthread_end_2:;
//                 ASSERT(0, "join of the thread itself");
//                 L0_error_4 = 35;
//             T0_check_join_pthread_end:;
//                 if (L0_error_4 != 0) goto T0_pthread_join_end;
//                 L0_control_2 = &__ut_threads[(long)(L0_thread - 1) < 2ULL ? (long)(L0_thread - 1) : 2];
//                 /* begin atomic */
//                 assume(((L0_control_2->finished ? 1 : !!L0_control_2->detached) ? 1 : !!L0_control_2->joined) ? 1 : !L0_control_2->started);
//                 ASSERT(L0_control_2->started, "use of a thread handle that was not initialized");
//                 if (L0_control_2->started) goto T0_join_now_pthread_end_1;
//                 L0_error_4 = 3;
//                 goto T0_join_now_pthread_end;
//             T0_join_now_pthread_end_1:;
//                 if (!L0_control_2->joined) goto T0_join_now_pthread_end_2;
//                 ASSERT(0, "join of a thread that was joined before");
//                 L0_error_4 = 3;
//                 goto T0_join_now_pthread_end;
//             T0_join_now_pthread_end_2:;
//                 if (!L0_control_2->detached) goto T0_join_now_pthread_end_3;
//                 ASSERT(0, "join of a detached thread");
//                 L0_error_4 = 22;
//                 goto T0_join_now_pthread_end;
//             T0_join_now_pthread_end_3:;
//                 L0_control_2->joined = 1;
//                 L0_error_4 = 0;
//             T0_join_now_pthread_end:;
//                 L0_value = L0_control_2->result;
//                 /* end atomic */
//             pc[0] = 9; continue;
//             T0_pthread_join_end:;
//             case 9:
//                 /* interleave.c:25:  return 0; */
//                 L0_t1 = 0;
//                 /* interleave.c:17:  int main(void) */
//                 END(L0_t1);
//             default: assume(0);
//             }
//         } else if (T1_ACTIVE && next_thread == 1) {  /* 't1' */
//             switch (pc[1]) {
//             case 0:
//                 /* interleave.c:20:  pthread_create(&id1, ((void *)0), t1, ((void *)0)); */
//                 L1_arg = __ut_threads[1].argument;
//             pc[1] = 1; continue;
//             case 1:
//                 /* interleave.c:11:  pthread_mutex_lock(&m); */
//                 L1_self = 1 + 1;
//                 /* begin atomic */
//                 assume(((((struct mutex *)&m)->owner == 0 ? 1 : ((struct mutex *)&m)->owner == L1_self) ? 1 : (((struct mutex *)&m)->kind & 4294967212U) != 0) ? 1 : ((((struct mutex *)&m)->kind & 16) != 0 ? ((struct mutex *)&m)->owner != 0 : 0) ? ((0ULL >> ((((struct mutex *)&m)->owner - 1U) % 64)) & 1) != 0 : 0);
//                 ASSERT(((struct mutex *)&m)->kind != -1, "use of a destroyed mutex");
//                 ASSERT((((struct mutex *)&m)->kind & 4294967212U) == 0, "use of a mutex that was not initialized");
//                 if (((struct mutex *)&m)->owner != L1_self) goto T1_take_mutex_pthread_end_1;
//                 if ((((struct mutex *)&m)->kind & 3) != 1) goto T1_take_again_pthread_end_1;
//                 L1_t3_2 = ((struct mutex *)&m)->repeats + 1;
//                 ((struct mutex *)&m)->repeats = L1_t3_2;
//                 L1_t2_3 = 0;
//                 goto T1_take_again_pthread_end;
//             T1_take_again_pthread_end_1:;
//                 if ((((struct mutex *)&m)->kind & 3) == 2) goto T1_take_again_pthread_end_2;
//                 ASSERT(0, "lock of a mutex that this thread holds already");
//             T1_take_again_pthread_end_2:;
//                 L1_t2_3 = 35;
//             T1_take_again_pthread_end:;
//                 L1_error = L1_t2_3;
//                 goto T1_take_mutex_pthread_end;
//             T1_take_mutex_pthread_end_1:;
//                 if ((((struct mutex *)&m)->kind & 16) == 0) goto T1_take_mutex_pthread_end_2;
//                 if (((struct mutex *)&m)->health != 2) goto T1_take_robust_pthread_end_1;
//                 L1_t4 = 131;
//                 goto T1_take_robust_pthread_end;
//             T1_take_robust_pthread_end_1:;
//                 L1_error_2 = 0;
//                 if (((struct mutex *)&m)->owner != 0) goto T1_take_robust_pthread_L_3;
//                 if (((struct mutex *)&m)->health != 1) goto T1_take_robust_pthread_end_2;
//             T1_take_robust_pthread_L_3:;
//                 ((struct mutex *)&m)->health = 1;
//                 ((struct mutex *)&m)->repeats = 0;
//                 L1_error_2 = 130;
//             T1_take_robust_pthread_end_2:;
//                 ((struct mutex *)&m)->owner = L1_self;
//                 L1_t4 = L1_error_2;
//             T1_take_robust_pthread_end:;
//                 L1_error = L1_t4;
//                 goto T1_take_mutex_pthread_end;
//             T1_take_mutex_pthread_end_2:;
//                 ((struct mutex *)&m)->owner = L1_self;
//                 L1_error = 0;
//             T1_take_mutex_pthread_end:;
//                 L1_t3 = L1_error == 35;
//                 if (L1_error != 35) goto T1_pthread_mutex_lock_L_1;
//                 L1_t3 = (((struct mutex *)&m)->kind & 3) != 2;
//             T1_pthread_mutex_lock_L_1:;
//                 L1_forever = L1_t3;
//                 /* end atomic */
//             pc[1] = 2; continue;
//             case 2:
//                 if (!L1_forever) goto T1_pthread_mutex_lock_end_2;
//                 assume(0);
//             pc[1] = 3; continue;
//             T1_pthread_mutex_lock_end_2:;
//             case 3:
//                 /* interleave.c:12:  x++; */
//                 L1_t2_2 = x + 1;
//             pc[1] = 4; continue;
//             case 4:
//                 x = L1_t2_2;
//             pc[1] = 5; continue;
//             case 5:
//                 /* interleave.c:13:  pthread_mutex_unlock(&m); */
//                 L1_self_2 = 1 + 1;
//                 L1_error_3 = 0;
//                 /* begin atomic */
//                 ASSERT(((struct mutex *)&m)->kind != -1, "use of a destroyed mutex");
//                 ASSERT((((struct mutex *)&m)->kind & 4294967212U) == 0, "use of a mutex that was not initialized");
//                 L1_type = ((struct mutex *)&m)->kind & 3;
//                 if (L1_type == 1) goto T1_pthread_mutex_unlock_L_2;
//                 if (L1_type == 2) goto T1_pthread_mutex_unlock_L_2;
//                 if ((((struct mutex *)&m)->kind & 16) == 0) goto T1_pthread_mutex_unlock_else_1;
//             T1_pthread_mutex_unlock_L_2:;
//                 if (((struct mutex *)&m)->owner == L1_self_2) goto T1_pthread_mutex_unlock_end_3;
//                 L1_error_3 = 1;
//             T1_pthread_mutex_unlock_end_3:;
//                 goto T1_pthread_mutex_unlock_end_4;
//             T1_pthread_mutex_unlock_else_1:;
//                 ASSERT(((struct mutex *)&m)->owner != 0, "unlock of a mutex that is not locked");
//                 ASSERT(((struct mutex *)&m)->owner == L1_self_2, "unlock of a mutex that another thread holds");
//             T1_pthread_mutex_unlock_end_4:;
//                 if (L1_error_3 != 0) goto T1_pthread_mutex_unlock_end_5;
//                 if (((struct mutex *)&m)->repeats <= 0) goto T1_release_mutex_pthread_end_1;
//                 L1_t3_3 = ((struct mutex *)&m)->repeats - 1;
//                 ((struct mutex *)&m)->repeats = L1_t3_3;
//                 goto T1_release_mutex_pthread_end;
//             T1_release_mutex_pthread_end_1:;
//                 ((struct mutex *)&m)->owner = 0;
//                 if (((struct mutex *)&m)->health != 1) goto T1_release_mutex_pthread_end_2;
//                 ((struct mutex *)&m)->health = 2;
//             T1_release_mutex_pthread_end_2:;
//             T1_release_mutex_pthread_end:;
//             T1_pthread_mutex_unlock_end_5:;
//                 /* end atomic */
//             pc[1] = 6; continue;
//             case 6:
//                 /* interleave.c:14:  return ((void *)0); */
//                 L1_t2 = 0;
//                 /* interleave.c:20:  pthread_create(&id1, ((void *)0), t1, ((void *)0)); */
//                 L1_self_3 = &__ut_threads[1];
//                 /* begin atomic */
//                 L1_self_3->result = L1_t2;
//                 L1_self_3->finished = 1;
//                 /* end atomic */
//             pc[1] = -1; T1_ACTIVE = 0; continue;
//             default: assume(0);
//             }
//         }
//     }
// }
