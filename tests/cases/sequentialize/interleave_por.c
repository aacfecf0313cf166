// flags: emit --schema interleave --dialect cbmc --threads 2 --por --invariants
#include <assert.h>
#include <pthread.h>

int turns;

static void fill(int *list, int value)
{
    list[0] = value;
    list[1] = value + 1;
}

static void *count(void *argument)
{
    int own[2];
    fill(own, 3);
    while (turns < own[0])
        turns++;
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, count, 0);
    assert(turns <= 3);
}
// output
// /* Sequential C by unthread: schema interleave. 3 threads, each a switch over its position.
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
// void __CPROVER_assume(_Bool);
// void __CPROVER_assert(_Bool, const char *);
// #define assume(c) __CPROVER_assume(c)
// #define ASSERT(c, message) do { __CPROVER_assert(c, message); __CPROVER_assume(c); } while (0)
// #ifdef UNTHREAD_NO_CUTS
// #define CUT(message) __CPROVER_assume(0)
// #else
// #define CUT(message) do { __CPROVER_assert(0, "cut: " message); __CPROVER_assume(0); } while (0)
// #endif
// #ifdef UNTHREAD_NO_GAPS
// #define GAP(message) __CPROVER_assume(0)
// #else
// #define GAP(message) do { __CPROVER_assert(0, "gap: " message); __CPROVER_assume(0); } while (0)
// #endif
// #define END(status) __CPROVER_assume(0)
// static unsigned ut_at;
// #define NOTE(n) ut_at = n;
// int nondet_int(void);
// void __CPROVER_havoc_slice(void *, __SIZE_TYPE__);
// #define havoc(object, size) __CPROVER_havoc_slice(object, size)
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
// int turns;
// struct control __ut_threads[4] = {[0].started = 1};
//
// /* ---- control: the position of each thread (-1: it has ended), and whether it is active */
// enum { NUM_THREADS = 3 };
// #ifdef __CPROVER__
// typedef signed __CPROVER_bitvector[4] ut_place;
// #else
// typedef int ut_place;
// #endif
// ut_place pc[NUM_THREADS];
// int next_thread = -1;
// int prev_thread = -1;
// _Bool T0_ACTIVE = 1;
// _Bool T1_ACTIVE = 0;
// _Bool T2_ACTIVE = 0;
//
// /* ---- variables of thread 0, 'main' */
// int L0_t1;
// int L0_i;
// unsigned long L0_threads[2];
// unsigned long *L0_thread;
// unsigned long L0_t3;
// int L0_number;
// struct control *L0_control;
// /* ---- variables of thread 1, 'count' */
// void *L1_t2;
// void *L1_argument;
// int L1_t1;
// int L1_own[2];
// int L1_t4;
// int *L1_list;
// struct control *L1_self;
// /* ---- variables of thread 2, 'count' */
// void *L2_t2;
// void *L2_argument;
// int L2_t1;
// int L2_own[2];
// int L2_t4;
// int *L2_list;
// struct control *L2_self;
//
// int main(void)
// {
//     while (1) {
//         /* what must hold of the control variables */
//         ASSERT(-1 <= pc[0] && pc[0] <= 3, "sequentialization error: thread 0 has no position");
//         ASSERT(T0_ACTIVE ? pc[0] != -1 : pc[0] <= 0, "sequentialization error: thread 0 is not active but has begun");
//         ASSERT(-1 <= pc[1] && pc[1] <= 7, "sequentialization error: thread 1 has no position");
//         ASSERT(T1_ACTIVE ? pc[1] != -1 : pc[1] <= 0, "sequentialization error: thread 1 is not active but has begun");
//         ASSERT(-1 <= pc[2] && pc[2] <= 7, "sequentialization error: thread 2 has no position");
//         ASSERT(T2_ACTIVE ? pc[2] != -1 : pc[2] <= 0, "sequentialization error: thread 2 is not active but has begun");
//
//         /* a thread that has started and not ended */
//         next_thread = T1_ACTIVE || T2_ACTIVE ? nondet_int() : 0;
//         assume(0 <= next_thread && next_thread < NUM_THREADS);
//         assume(T0_ACTIVE || next_thread != 0);
//         assume(T1_ACTIVE || next_thread != 1);
//         assume(T2_ACTIVE || next_thread != 2);
//         /* after a step, a thread continues where it touches nothing that others use */
//         assume(prev_thread != 1 || !(pc[1] == 1 || pc[1] == 2 || pc[1] == 4) || next_thread == 1);
//         assume(prev_thread != 2 || !(pc[2] == 1 || pc[2] == 2 || pc[2] == 4) || next_thread == 2);
//         prev_thread = next_thread;
//
//         if (T0_ACTIVE && next_thread == 0) {  /* 'main' */
//             switch (pc[0]) {
//             case 0:
//                 /* interleave_por.c:24:  pthread_t threads[2]; */
//                 havoc(&L0_threads, sizeof L0_threads);
//                 /* interleave_por.c:25:  for (int i = 0; i < 2; i++) */
//                 L0_i = 0;
//             T0_main_for_1:;
//                 if (L0_i >= 2) goto T0_main_end_3;
//                 /* interleave_por.c:26:  pthread_create(&threads[i], 0, count, 0); */
//                 L0_thread = &L0_threads[L0_i];
//                 NOTE(1) /* begin atomic */
//                 if (!T1_ACTIVE && pc[1] == 0) { T1_ACTIVE = 1; L0_number = 1; }
//                 else if (!T2_ACTIVE && pc[2] == 0) { T2_ACTIVE = 1; L0_number = 2; }
//                 else
//                     CUT("more than 2 threads, at interleave_por.c:26:9");
//                 if (L0_number < 128) goto T0___ut_create_end_1;
//                 GAP("more than 127 threads");
//             T0___ut_create_end_1:;
//                 L0_control = &__ut_threads[L0_number < 3ULL ? L0_number : 3L];
//                 L0_control->argument = 0;
//                 L0_control->detached = 0;
//                 L0_control->started = 1;
//                 L0_t3 = L0_number + 1UL;
//                 *L0_thread = L0_t3;
//                 /* end atomic */
//             pc[0] = 1; continue;
//             case 1:
//                 /* interleave_por.c:25:  for (int i = 0; i < 2; i++) */
//                 L0_i = L0_i + 1;
//                 goto T0_main_for_1;
//             T0_main_end_3:;
//                 /* interleave_por.c:27:  assert(turns <= 3); */
//                 NOTE(2) if (turns <= 3) { pc[0] = 3; } else { pc[0] = 2; }
//             continue;
//             case 2:
//                 ASSERT(0, "assertion violated: turns <= 3");
//                 NOTE(3) END(134);
//             case 3:
//                 /* interleave_por.c:23:  { */
//                 L0_t1 = 0;
//                 /* interleave_por.c:22:  int main(void) */
//                 NOTE(4) END(L0_t1);
//             default: ASSERT(0, "sequentialization error: thread 0 has no such case"); continue;
//             }
//         } else if (T1_ACTIVE && next_thread == 1) {  /* 'count' */
//             switch (pc[1]) {
//             case 0:
//                 /* interleave_por.c:26:  pthread_create(&threads[i], 0, count, 0); */
//                 NOTE(5) L1_argument = __ut_threads[1].argument;
//             pc[1] = 1; continue;
//             case 1:
//                 /* interleave_por.c:15:  int own[2]; */
//                 havoc(&L1_own, sizeof L1_own);
//                 /* interleave_por.c:16:  fill(own, 3); */
//                 L1_list = L1_own;
//                 /* interleave_por.c:9:  list[0] = value; */
//                 NOTE(6) *L1_list = 3;
//             pc[1] = 2; continue;
//             case 2:
//                 /* interleave_por.c:10:  list[1] = value + 1; */
//                 NOTE(7) L1_list[1] = 4;
//             pc[1] = 3; continue;
//             case 3:
//                 /* interleave_por.c:17:  while (turns < own[0]) */
//                 NOTE(8) L1_t1 = turns;
//             pc[1] = 4; continue;
//             case 4:
//                 NOTE(9) if (L1_t1 >= L1_own[0]) { pc[1] = 7; } else { pc[1] = 5; }
//             continue;
//             case 5:
//                 /* interleave_por.c:18:  turns++; */
//                 NOTE(10) L1_t4 = turns + 1;
//             pc[1] = 6; continue;
//             case 6:
//                 NOTE(11) turns = L1_t4;
//             pc[1] = 3; continue;
//             case 7:
//                 /* interleave_por.c:19:  return argument; */
//                 L1_t2 = L1_argument;
//                 /* interleave_por.c:26:  pthread_create(&threads[i], 0, count, 0); */
//                 L1_self = &__ut_threads[1];
//                 NOTE(12) /* begin atomic */
//                 L1_self->result = L1_t2;
//                 L1_self->finished = 1;
//                 /* end atomic */
//             pc[1] = -1; T1_ACTIVE = 0; continue;
//             default: ASSERT(0, "sequentialization error: thread 1 has no such case"); continue;
//             }
//         } else if (T2_ACTIVE && next_thread == 2) {  /* 'count' */
//             switch (pc[2]) {
//             case 0:
//                 /* interleave_por.c:26:  pthread_create(&threads[i], 0, count, 0); */
//                 NOTE(13) L2_argument = __ut_threads[2].argument;
//             pc[2] = 1; continue;
//             case 1:
//                 /* interleave_por.c:15:  int own[2]; */
//                 havoc(&L2_own, sizeof L2_own);
//                 /* interleave_por.c:16:  fill(own, 3); */
//                 L2_list = L2_own;
//                 /* interleave_por.c:9:  list[0] = value; */
//                 NOTE(14) *L2_list = 3;
//             pc[2] = 2; continue;
//             case 2:
//                 /* interleave_por.c:10:  list[1] = value + 1; */
//                 NOTE(15) L2_list[1] = 4;
//             pc[2] = 3; continue;
//             case 3:
//                 /* interleave_por.c:17:  while (turns < own[0]) */
//                 NOTE(16) L2_t1 = turns;
//             pc[2] = 4; continue;
//             case 4:
//                 NOTE(17) if (L2_t1 >= L2_own[0]) { pc[2] = 7; } else { pc[2] = 5; }
//             continue;
//             case 5:
//                 /* interleave_por.c:18:  turns++; */
//                 NOTE(18) L2_t4 = turns + 1;
//             pc[2] = 6; continue;
//             case 6:
//                 NOTE(19) turns = L2_t4;
//             pc[2] = 3; continue;
//             case 7:
//                 /* interleave_por.c:19:  return argument; */
//                 L2_t2 = L2_argument;
//                 /* interleave_por.c:26:  pthread_create(&threads[i], 0, count, 0); */
//                 L2_self = &__ut_threads[2];
//                 NOTE(20) /* begin atomic */
//                 L2_self->result = L2_t2;
//                 L2_self->finished = 1;
//                 /* end atomic */
//             pc[2] = -1; T2_ACTIVE = 0; continue;
//             default: ASSERT(0, "sequentialization error: thread 2 has no such case"); continue;
//             }
//         }
//     }
// }
