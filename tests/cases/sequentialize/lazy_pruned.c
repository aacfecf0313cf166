// flags: emit --schema lazy-pruned --dialect cbmc --unwind 1 --rounds 3
// The running example of the papers about Lazy-CSeq (figure 2), as in examples/lazy_cseq/unsafe.c.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void __VERIFIER_assume(int condition);

pthread_mutex_t m;
int c;

void *P(void *n)
{
    bool b;
    int l;
    l = (int)(intptr_t)n;
    pthread_mutex_lock(&m);
    b = (c > 0);
    if (b)
        c = c + 1;
    else {
        c = 0;
        while (l > 0) {
            c = c + 1;
            l = l - 1;
        }
    }
    pthread_mutex_unlock(&m);
    return NULL;
}

void *C(void *unused)
{
    (void)unused;
    bool b;
    b = (c > 0);
    __VERIFIER_assume(b);
    c = c - 1;
    b = (c >= 0);
    assert(b);
    return NULL;
}

int main(void)
{
    pthread_t p0, p1, c0, c1;
    c = 0;
    pthread_mutex_init(&m, NULL);
    pthread_create(&p0, NULL, P, (void *)(intptr_t)5);
    pthread_create(&p1, NULL, P, (void *)(intptr_t)1);
    pthread_create(&c0, NULL, C, NULL);
    pthread_create(&c1, NULL, C, NULL);
    return 0;
}
// output
// /* Sequential C by unthread: schema lazy-pruned, 3 rounds,
//    unwind 1, depth 3, threads 8.
//    Each thread is a function that is resumed; main guesses where it stops in each round.
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
// #define END(status) __CPROVER_assume(0)
// static unsigned ut_at;
// #define NOTE(n) ut_at = n;
// unsigned int nondet_uint(void);
// unsigned long nondet_ulong(void);
//
// /* ---- control */
// #ifdef __CPROVER__
// typedef unsigned __CPROVER_bitvector[4] ut_label;
// #else
// typedef unsigned int ut_label;
// #endif
// static _Bool active[5] = {1};
// static ut_label cs, pc[5];
// static const unsigned int size[5] = {5, 9, 9, 4, 4};
// static unsigned int ct;
// static unsigned int last = 5;
// #define J(A, B) if (pc[ct] > A || A >= cs) goto L##B; NOTE(A)
// #define G(L) assume(cs > L)
//
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
// union pthread_mutex_t m;
// int c;
// struct control __ut_threads[128] = {[0].started = 1};
//
// /* ---- thread 0: main */
// static void main_0(void)
// {
//     static unsigned long c0;
//     static unsigned long c1;
//     static unsigned long p0;
//     static unsigned long p1;
// L0: J(0, 1)
//     /* lazy_pruned.c:48:  pthread_t p0, p1, c0, c1; */
//     p0 = nondet_ulong();
//     p1 = nondet_ulong();
//     c0 = nondet_ulong();
//     c1 = nondet_ulong();
//     /* lazy_pruned.c:49:  c = 0; */
//     c = 0;
//     /* lazy_pruned.c:50:  pthread_mutex_init(&m, NULL); */
//     ((struct mutex *)&m)->owner = 0;
//     ((struct mutex *)&m)->repeats = 0;
//     ((struct mutex *)&m)->health = 0;
//     ((struct mutex *)&m)->ceiling = 0;
//     ((struct mutex *)&m)->kind = 0;
//     /* lazy_pruned.c:51:  pthread_create(&p0, NULL, P, (void *)(intptr_t)5); */
//     active[1] = 1;
//     __ut_threads[1].argument = (void *)5;
//     __ut_threads[1].detached = 0;
//     __ut_threads[1].started = 1;
//     p0 = 2;
// L1: J(1, 2)
//     /* lazy_pruned.c:52:  pthread_create(&p1, NULL, P, (void *)(intptr_t)1); */
//     active[2] = 1;
//     __ut_threads[2].argument = (void *)1;
//     __ut_threads[2].detached = 0;
//     __ut_threads[2].started = 1;
//     p1 = 3;
// L2: J(2, 3)
//     /* lazy_pruned.c:53:  pthread_create(&c0, NULL, C, NULL); */
//     active[3] = 1;
//     __ut_threads[3].argument = 0;
//     __ut_threads[3].detached = 0;
//     __ut_threads[3].started = 1;
//     c0 = 4;
// L3: J(3, 4)
//     /* lazy_pruned.c:54:  pthread_create(&c1, NULL, C, NULL); */
//     active[4] = 1;
//     __ut_threads[4].argument = 0;
//     __ut_threads[4].detached = 0;
//     __ut_threads[4].started = 1;
//     c1 = 5;
// L4: J(4, 5)
//     /* lazy_pruned.c:46:  int main(void) */
//     END(0);
// L5:
//     return;
// }
//
// /* ---- thread 1: 'run@pthread', started at lazy_pruned.c:51 */
// static unsigned int P_1_t3;
// static void P_1_19(void)
// {
//     /* lazy_pruned.c:19:  pthread_mutex_lock(&m); */
//     assume(((struct mutex *)&m)->owner == 0 ? 1 : ((struct mutex *)&m)->owner == 2);
//     if (((struct mutex *)&m)->owner == 2) goto l_13;
//     ((struct mutex *)&m)->owner = 2;
//     goto l_8;
//   l_13: ;
//     ASSERT(0, "lock of a mutex that this thread holds already");
//   l_8: ;
// }
//
// static void P_1_30(void)
// {
//     /* lazy_pruned.c:30:  pthread_mutex_unlock(&m); */
//     ASSERT(((struct mutex *)&m)->owner != 0, "unlock of a mutex that is not locked");
//     ASSERT(((struct mutex *)&m)->owner == 2, "unlock of a mutex that another thread holds");
//     if (((struct mutex *)&m)->repeats > 0) goto l_42;
//     ((struct mutex *)&m)->owner = 0;
//     if (((struct mutex *)&m)->health != 1) goto l_43;
//     ((struct mutex *)&m)->health = 2;
//   l_43: ;
//     goto l_39;
//   l_42: ;
//     P_1_t3 = ((struct mutex *)&m)->repeats - 1;
//     ((struct mutex *)&m)->repeats = P_1_t3;
//   l_39: ;
// }
//
// static void P_1(void)
// {
//     static _Bool b;
//     static int l;
//     static void *n;
//     static int t2;
//     static int t3;
// L0: J(0, 1)
//     /* lazy_pruned.c:51:  pthread_create(&p0, NULL, P, (void *)(intptr_t)5); */
//     n = __ut_threads[1].argument;
//     /* lazy_pruned.c:18:  l = (int)(intptr_t)n; */
//     l = (long)n;
//     /* lazy_pruned.c:19:  pthread_mutex_lock(&m); */
//     P_1_19();
// L1: J(1, 2)
//     /* lazy_pruned.c:20:  b = (c > 0); */
//     b = c > 0;
//     /* lazy_pruned.c:21:  if (b) */
//     if (b) goto l_22;
// L2: J(2, 3)
//     /* lazy_pruned.c:24:  c = 0; */
//     c = 0;
//     /* lazy_pruned.c:25:  while (l > 0) { */
//     if (l <= 0) goto l_25;
// L3: J(3, 4)
//     /* lazy_pruned.c:26:  c = c + 1; */
//     t3 = c;
// L4: J(4, 5)
//     c = t3 + 1;
//     /* lazy_pruned.c:27:  l = l - 1; */
//     l = l - 1;
//     /* lazy_pruned.c:25:  while (l > 0) { */
//     if (l <= 0) goto l_25;
// L5: J(5, 6)
//     CUT("more than 1 iteration of the loop, at lazy_pruned.c:25:9");
//   l_25: G(5);
//     /* lazy_pruned.c:27:  l = l - 1; */
//     goto l_29;
//   l_22: G(5);
// L6: J(6, 7)
//     /* lazy_pruned.c:22:  c = c + 1; */
//     t2 = c;
// L7: J(7, 8)
//     c = t2 + 1;
//   l_29: G(7);
// L8: J(8, 9)
//     /* lazy_pruned.c:30:  pthread_mutex_unlock(&m); */
//     P_1_30();
//     /* lazy_pruned.c:51:  pthread_create(&p0, NULL, P, (void *)(intptr_t)5); */
//     __ut_threads[1].result = 0;
//     __ut_threads[1].finished = 1;
// L9:
//     return;
// }
//
// /* ---- thread 2: 'run@pthread', started at lazy_pruned.c:52 */
// static unsigned int P_2_t3;
// static void P_2_19(void)
// {
//     /* lazy_pruned.c:19:  pthread_mutex_lock(&m); */
//     assume(((struct mutex *)&m)->owner == 0 ? 1 : ((struct mutex *)&m)->owner == 3);
//     if (((struct mutex *)&m)->owner == 3) goto l_13;
//     ((struct mutex *)&m)->owner = 3;
//     goto l_8;
//   l_13: ;
//     ASSERT(0, "lock of a mutex that this thread holds already");
//   l_8: ;
// }
//
// static void P_2_30(void)
// {
//     /* lazy_pruned.c:30:  pthread_mutex_unlock(&m); */
//     ASSERT(((struct mutex *)&m)->owner != 0, "unlock of a mutex that is not locked");
//     ASSERT(((struct mutex *)&m)->owner == 3, "unlock of a mutex that another thread holds");
//     if (((struct mutex *)&m)->repeats > 0) goto l_42;
//     ((struct mutex *)&m)->owner = 0;
//     if (((struct mutex *)&m)->health != 1) goto l_43;
//     ((struct mutex *)&m)->health = 2;
//   l_43: ;
//     goto l_39;
//   l_42: ;
//     P_2_t3 = ((struct mutex *)&m)->repeats - 1;
//     ((struct mutex *)&m)->repeats = P_2_t3;
//   l_39: ;
// }
//
// static void P_2(void)
// {
//     static _Bool b;
//     static int l;
//     static void *n;
//     static int t2;
//     static int t3;
// L0: J(0, 1)
//     /* lazy_pruned.c:52:  pthread_create(&p1, NULL, P, (void *)(intptr_t)1); */
//     n = __ut_threads[2].argument;
//     /* lazy_pruned.c:18:  l = (int)(intptr_t)n; */
//     l = (long)n;
//     /* lazy_pruned.c:19:  pthread_mutex_lock(&m); */
//     P_2_19();
// L1: J(1, 2)
//     /* lazy_pruned.c:20:  b = (c > 0); */
//     b = c > 0;
//     /* lazy_pruned.c:21:  if (b) */
//     if (b) goto l_22;
// L2: J(2, 3)
//     /* lazy_pruned.c:24:  c = 0; */
//     c = 0;
//     /* lazy_pruned.c:25:  while (l > 0) { */
//     if (l <= 0) goto l_25;
// L3: J(3, 4)
//     /* lazy_pruned.c:26:  c = c + 1; */
//     t3 = c;
// L4: J(4, 5)
//     c = t3 + 1;
//     /* lazy_pruned.c:27:  l = l - 1; */
//     l = l - 1;
//     /* lazy_pruned.c:25:  while (l > 0) { */
//     if (l <= 0) goto l_25;
// L5: J(5, 6)
//     CUT("more than 1 iteration of the loop, at lazy_pruned.c:25:9");
//   l_25: G(5);
//     /* lazy_pruned.c:27:  l = l - 1; */
//     goto l_29;
//   l_22: G(5);
// L6: J(6, 7)
//     /* lazy_pruned.c:22:  c = c + 1; */
//     t2 = c;
// L7: J(7, 8)
//     c = t2 + 1;
//   l_29: G(7);
// L8: J(8, 9)
//     /* lazy_pruned.c:30:  pthread_mutex_unlock(&m); */
//     P_2_30();
//     /* lazy_pruned.c:52:  pthread_create(&p1, NULL, P, (void *)(intptr_t)1); */
//     __ut_threads[2].result = 0;
//     __ut_threads[2].finished = 1;
// L9:
//     return;
// }
//
// /* ---- thread 3: 'run@pthread', started at lazy_pruned.c:53 */
// static void C_1(void)
// {
//     static _Bool b;
//     static int t2;
//     static void *unused;
// L0: J(0, 1)
//     /* lazy_pruned.c:53:  pthread_create(&c0, NULL, C, NULL); */
//     unused = __ut_threads[3].argument;
//     /* lazy_pruned.c:38:  b = (c > 0); */
//     b = c > 0;
//     /* lazy_pruned.c:39:  __VERIFIER_assume(b); */
//     assume(b);
// L1: J(1, 2)
//     /* lazy_pruned.c:40:  c = c - 1; */
//     t2 = c;
// L2: J(2, 3)
//     c = t2 - 1;
// L3: J(3, 4)
//     /* lazy_pruned.c:41:  b = (c >= 0); */
//     b = c >= 0;
//     /* lazy_pruned.c:42:  assert(b); */
//     if (b) goto l_4;
//     ASSERT(0, "assertion violated: b");
//   l_4: G(3);
//     /* lazy_pruned.c:53:  pthread_create(&c0, NULL, C, NULL); */
//     __ut_threads[3].result = 0;
//     __ut_threads[3].finished = 1;
// L4:
//     return;
// }
//
// /* ---- thread 4: 'run@pthread', started at lazy_pruned.c:54 */
// static void C_2(void)
// {
//     static _Bool b;
//     static int t2;
//     static void *unused;
// L0: J(0, 1)
//     /* lazy_pruned.c:54:  pthread_create(&c1, NULL, C, NULL); */
//     unused = __ut_threads[4].argument;
//     /* lazy_pruned.c:38:  b = (c > 0); */
//     b = c > 0;
//     /* lazy_pruned.c:39:  __VERIFIER_assume(b); */
//     assume(b);
// L1: J(1, 2)
//     /* lazy_pruned.c:40:  c = c - 1; */
//     t2 = c;
// L2: J(2, 3)
//     c = t2 - 1;
// L3: J(3, 4)
//     /* lazy_pruned.c:41:  b = (c >= 0); */
//     b = c >= 0;
//     /* lazy_pruned.c:42:  assert(b); */
//     if (b) goto l_4;
//     ASSERT(0, "assertion violated: b");
//   l_4: G(3);
//     /* lazy_pruned.c:54:  pthread_create(&c1, NULL, C, NULL); */
//     __ut_threads[4].result = 0;
//     __ut_threads[4].finished = 1;
// L4:
//     return;
// }
//
//
// /* ---- driver */
// int main(void)
// {
//     for (unsigned int r = 0; r < 3; r++) {
//         ct = 0;
//         assume(last != 0);
//         if (active[0]) {
//             cs = nondet_uint();
//             assume(cs <= size[0]);
//             if (cs > pc[0]) {
//                 main_0();
//                 pc[0] = cs;
//                 last = 0;
//                 active[0] = cs != size[0];
//             }
//         }
//         ct = 1;
//         assume(last != 1);
//         if (active[1]) {
//             cs = nondet_uint();
//             assume(cs <= size[1]);
//             if (cs > pc[1]) {
//                 P_1();
//                 pc[1] = cs;
//                 last = 1;
//                 active[1] = cs != size[1];
//             }
//         }
//         ct = 2;
//         assume(last != 2);
//         if (active[2]) {
//             cs = nondet_uint();
//             assume(cs <= size[2]);
//             if (cs > pc[2]) {
//                 P_2();
//                 pc[2] = cs;
//                 last = 2;
//                 active[2] = cs != size[2];
//             }
//         }
//         ct = 3;
//         assume(last != 3);
//         if (active[3]) {
//             cs = nondet_uint();
//             assume(cs <= size[3]);
//             if (cs > pc[3]) {
//                 C_1();
//                 pc[3] = cs;
//                 last = 3;
//                 active[3] = cs != size[3];
//             }
//         }
//         ct = 4;
//         assume(last != 4);
//         if (active[4]) {
//             cs = nondet_uint();
//             assume(cs <= size[4]);
//             if (cs > pc[4]) {
//                 C_2();
//                 pc[4] = cs;
//                 last = 4;
//                 active[4] = cs != size[4];
//             }
//         }
//     }
//     return 0;
// }
