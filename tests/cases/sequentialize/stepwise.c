// flags: emit --schema stepwise --dialect framac
// The atomic transfer of figure 1 of the paper on Conc2Seq, and a function that is called.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int one = 1, other;

static void transfer(int *from, int *to)
{
    __VERIFIER_atomic_begin();
    int value = *from;
    *to = value;
    __VERIFIER_atomic_end();
}

static void *back(void *argument)
{
    transfer(&other, &one);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, back, 0);
    transfer(&one, &other);
}
// output
// /* Sequential C by unthread: schema stepwise. 2 threads at most.
//    Each procedure is one step of a thread; interleavings() takes them in any order.
//    Frama-C sees the assertions, which are comments in macros, only with -cpp-extra-args=-CC.
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
// volatile int ut_any;
// #define assume(c) do { if (!(c)) abort(); } while (0)
// #define CUT(message) abort()
// #define GAP(message) do { /*@ assert \false; */ abort(); } while (0)
// #define END(status) abort()
// extern int volatile ut_any_int;
// #define nondet_int() ut_any_int
// extern unsigned long volatile ut_any_ulong;
// #define nondet_ulong() ut_any_ulong
//
// struct control;
// struct control {
//     void *argument;
//     void *result;
//     _Bool started;
//     _Bool finished;
//     _Bool joined;
//     _Bool detached;
// };
// int one = 1;
// int other;
// struct control __ut_threads[3] = {[0].started = 1};
//
// /* ---- control: the next procedure of each thread (0: none), and which thread runs */
// enum { THREADS = 2 };
// enum {
//     at_main_0 = 1,
//     at_main_1 = 2,
//     at_main_2 = 3,
//     at_back_0 = 4,
//     at_back_1 = 5,
//     at_back_2 = 6,
//     at_transfer_0 = 7,
//     at_transfer_1 = 8,
// };
// int pct[THREADS];
// int ptid;
// int started = 1;
// _Bool silent;  /* a call or a return, invisible to other threads */
// int from_transfer[THREADS];
//
// int main_t1[2];
// unsigned long main_thread[2];
// unsigned long *main_thread_2[2];
// unsigned long main_t3[2];
// int main_number[2];
// struct control *main_control[2];
// void *back_t2[2];
// void *back_argument[2];
// struct control *back_self[2];
// int *transfer_from[2];
// int *transfer_to[2];
// int transfer_value[2];
//
// /* ---- a thread in main */
// /*@ requires 0 <= tid < 2; */
// static void main_0(int tid)
// {
//     /* stepwise.c:26:  pthread_t thread; */
//     main_thread[tid] = nondet_ulong();
//     /* stepwise.c:27:  pthread_create(&thread, 0, back, 0); */
//     main_thread_2[tid] = &main_thread[tid];
//     /* begin atomic */
//     if (started == THREADS)
//         CUT("more than 1 thread, at stepwise.c:27:5");
//     main_number[tid] = started;
//     pct[started] = at_back_0; started++;
//     if (main_number[tid] < 128) goto ut_create_end_1_;
//     GAP("more than 127 threads");
// ut_create_end_1_:;
//     main_control[tid] = &__ut_threads[main_number[tid] < 2ULL ? main_number[tid] : 2L];
//     main_control[tid]->argument = 0;
//     main_control[tid]->detached = 0;
//     main_control[tid]->started = 1;
//     main_t3[tid] = main_number[tid] + 1UL;
//     *main_thread_2[tid] = main_t3[tid];
//     /* end atomic */
//     pct[tid] = at_main_1; return;
// }
// /*@ requires 0 <= tid < 2; */
// static void main_1(int tid)
// {
//     /* stepwise.c:28:  transfer(&one, &other); */
//     transfer_from[tid] = &one;
//     transfer_to[tid] = &other;
//     from_transfer[tid] = at_main_2; pct[tid] = at_transfer_0; silent = 1; return;
// }
// /*@ requires 0 <= tid < 2; */
// static void main_2(int tid)
// {
//     /* stepwise.c:25:  { */
//     main_t1[tid] = 0;
//     /* stepwise.c:24:  int main(void) */
//     END(main_t1[tid]);
// }
// /* ---- a thread in back */
// /*@ requires 0 <= tid < 2; */
// static void back_0(int tid)
// {
//     /* stepwise.c:27:  pthread_create(&thread, 0, back, 0); */
//     back_argument[tid] = __ut_threads[tid].argument;
//     pct[tid] = at_back_1; return;
// }
// /*@ requires 0 <= tid < 2; */
// static void back_1(int tid)
// {
//     /* stepwise.c:20:  transfer(&other, &one); */
//     transfer_from[tid] = &other;
//     transfer_to[tid] = &one;
//     from_transfer[tid] = at_back_2; pct[tid] = at_transfer_0; silent = 1; return;
// }
// /*@ requires 0 <= tid < 2; */
// static void back_2(int tid)
// {
//     /* stepwise.c:21:  return 0; */
//     back_t2[tid] = 0;
//     /* stepwise.c:27:  pthread_create(&thread, 0, back, 0); */
//     back_self[tid] = &__ut_threads[tid];
//     /* begin atomic */
//     back_self[tid]->result = back_t2[tid];
//     back_self[tid]->finished = 1;
//     /* end atomic */
//     pct[tid] = 0; return;
// }
// /* ---- calls of transfer */
// static void transfer_end(int tid)
// {
//     pct[tid] = from_transfer[tid];
//     silent = 1;
// }
// /*@ requires 0 <= tid < 2; */
// static void transfer_0(int tid)
// {
//     /* stepwise.c:12:  __VERIFIER_atomic_begin(); */
//     /* begin atomic */
//     /* stepwise.c:13:  int value = *from; */
//     transfer_value[tid] = *transfer_from[tid];
//     /* stepwise.c:14:  *to = value; */
//     *transfer_to[tid] = transfer_value[tid];
//     /* stepwise.c:15:  __VERIFIER_atomic_end(); */
//     /* end atomic */
//     pct[tid] = at_transfer_1; return;
// }
// /*@ requires 0 <= tid < 2; */
// static void transfer_1(int tid)
// {
//     /* stepwise.c:11:  { */
//     transfer_end(tid); return;
// }
//
// static void simulate_main(int tid)
// {
//     switch (pct[tid]) {
//     case at_main_0: main_0(tid); break;
//     case at_main_1: main_1(tid); break;
//     case at_main_2: main_2(tid); break;
//     case at_transfer_0: transfer_0(tid); break;
//     case at_transfer_1: transfer_1(tid); break;
//     default: assume(0);
//     }
// }
//
// static void simulate(int tid)
// {
//     switch (pct[tid]) {
//     case at_back_0: back_0(tid); break;
//     case at_back_1: back_1(tid); break;
//     case at_back_2: back_2(tid); break;
//     case at_transfer_0: transfer_0(tid); break;
//     case at_transfer_1: transfer_1(tid); break;
//     default: assume(0);
//     }
// }
//
// /*@ ensures 0 <= ptid < 2; */
// static void select(void)
// {
//     ptid = started > 1 ? nondet_int() : 0;
//     assume(0 <= ptid && ptid < THREADS);
//     assume(pct[ptid] != 0);
// }
//
// static void interleavings(void)
// {
//     int terminated = 0;
//     pct[0] = at_main_0;
//     /*@ loop invariant 0 <= ptid < 2; */
//     while (!terminated) {
//         if (!silent) select();
//         silent = 0;
//         switch (ptid) {  /* known thread by thread, so are its variables */
//         case 0: simulate_main(0); break;
//         case 1: simulate(1); break;
//         }
//         terminated = pct[0] == 0 && pct[1] == 0;
//     }
// }
//
// int main(void)
// {
//     interleavings();
//     return 0;
// }
