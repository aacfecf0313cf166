// flags: emit --atomic-statements --no-reduce --unwind 2 --rounds 2
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
// /* Sequential C by unthread: schema lazy, 2 rounds,
//    unwind 2, depth 3, threads 8.
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
// extern void abort(void) __attribute__((noreturn));
// extern void reach_error(void);
// #define assume(c) do { if (!(c)) abort(); } while (0)
// #define ASSERT(c, message) do { if (!(c)) { reach_error(); abort(); } } while (0)
// #define CUT(message) abort()
// #define END(status) abort()
// #define NOTE(n)
// extern unsigned int __VERIFIER_nondet_uint(void);
// #define nondet_uint() __VERIFIER_nondet_uint()
// extern unsigned long __VERIFIER_nondet_ulong(void);
// #define nondet_ulong() __VERIFIER_nondet_ulong()
//
// /* ---- control */
// static _Bool active[5] = {1};
// static unsigned int cs, pc[5];
// static const unsigned int size[5] = {7, 10, 10, 5, 5};
// static unsigned int ct;
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
//     /* lazy.c:48:  pthread_t p0, p1, c0, c1; */
//     p0 = nondet_ulong();
//     p1 = nondet_ulong();
//     c0 = nondet_ulong();
//     c1 = nondet_ulong();
//     /* lazy.c:49:  c = 0; */
//     c = 0;
// L1: J(1, 2)
//     /* lazy.c:50:  pthread_mutex_init(&m, NULL); */
//     ((struct mutex *)&m)->owner = 0;
//     ((struct mutex *)&m)->repeats = 0;
//     ((struct mutex *)&m)->health = 0;
//     ((struct mutex *)&m)->ceiling = 0;
//     ((struct mutex *)&m)->kind = 0;
// L2: J(2, 3)
//     /* lazy.c:51:  pthread_create(&p0, NULL, P, (void *)(intptr_t)5); */
//     active[1] = 1;
//     __ut_threads[1].argument = (void *)5;
//     __ut_threads[1].detached = 0;
//     __ut_threads[1].started = 1;
//     p0 = 2;
// L3: J(3, 4)
//     /* lazy.c:52:  pthread_create(&p1, NULL, P, (void *)(intptr_t)1); */
//     active[2] = 1;
//     __ut_threads[2].argument = (void *)1;
//     __ut_threads[2].detached = 0;
//     __ut_threads[2].started = 1;
//     p1 = 3;
// L4: J(4, 5)
//     /* lazy.c:53:  pthread_create(&c0, NULL, C, NULL); */
//     active[3] = 1;
//     __ut_threads[3].argument = 0;
//     __ut_threads[3].detached = 0;
//     __ut_threads[3].started = 1;
//     c0 = 4;
// L5: J(5, 6)
//     /* lazy.c:54:  pthread_create(&c1, NULL, C, NULL); */
//     active[4] = 1;
//     __ut_threads[4].argument = 0;
//     __ut_threads[4].detached = 0;
//     __ut_threads[4].started = 1;
//     c1 = 5;
// L6: J(6, 7)
//     /* lazy.c:46:  int main(void) */
//     END(0);
// L7:
//     return;
// }
//
// /* ---- thread 1: 'run@pthread', started at lazy.c:51 */
// static unsigned int P_1_t3;
// static void P_1_19(void)
// {
//     /* lazy.c:19:  pthread_mutex_lock(&m); */
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
//     /* lazy.c:30:  pthread_mutex_unlock(&m); */
//     ASSERT(((struct mutex *)&m)->owner != 0, "unlock of a mutex that is not locked");
//     ASSERT(((struct mutex *)&m)->owner == 2, "unlock of a mutex that another thread holds");
//     if (((struct mutex *)&m)->repeats > 0) goto l_45;
//     ((struct mutex *)&m)->owner = 0;
//     if (((struct mutex *)&m)->health != 1) goto l_46;
//     ((struct mutex *)&m)->health = 2;
//   l_46: ;
//     goto l_42;
//   l_45: ;
//     P_1_t3 = ((struct mutex *)&m)->repeats - 1;
//     ((struct mutex *)&m)->repeats = P_1_t3;
//   l_42: ;
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
//     /* lazy.c:51:  pthread_create(&p0, NULL, P, (void *)(intptr_t)5); */
//     n = __ut_threads[1].argument;
//     /* lazy.c:18:  l = (int)(intptr_t)n; */
//     l = (long)n;
// L1: J(1, 2)
//     /* lazy.c:19:  pthread_mutex_lock(&m); */
//     P_1_19();
// L2: J(2, 3)
//     /* lazy.c:20:  b = (c > 0); */
//     b = c > 0;
//     /* lazy.c:21:  if (b) */
//     if (b) goto l_22;
// L3: J(3, 4)
//     /* lazy.c:24:  c = 0; */
//     c = 0;
//     /* lazy.c:25:  while (l > 0) { */
//     if (l <= 0) goto l_25;
// L4: J(4, 5)
//     /* lazy.c:26:  c = c + 1; */
//     t3 = c;
//     c = t3 + 1;
//     /* lazy.c:27:  l = l - 1; */
//     l = l - 1;
//     /* lazy.c:25:  while (l > 0) { */
//     if (l <= 0) goto l_25;
// L5: J(5, 6)
//     /* lazy.c:26:  c = c + 1; */
//     t3 = c;
//     c = t3 + 1;
//     /* lazy.c:27:  l = l - 1; */
//     l = l - 1;
//     /* lazy.c:25:  while (l > 0) { */
//     if (l <= 0) goto l_25;
// L6: J(6, 7)
//     CUT("more than 2 iterations of the loop, at lazy.c:25:9");
//   l_25: G(6);
//     /* lazy.c:27:  l = l - 1; */
//     goto l_32;
//   l_22: G(6);
// L7: J(7, 8)
//     /* lazy.c:22:  c = c + 1; */
//     t2 = c;
//     c = t2 + 1;
//   l_32: G(7);
// L8: J(8, 9)
//     /* lazy.c:30:  pthread_mutex_unlock(&m); */
//     P_1_30();
// L9: J(9, 10)
//     /* lazy.c:51:  pthread_create(&p0, NULL, P, (void *)(intptr_t)5); */
//     __ut_threads[1].result = 0;
//     __ut_threads[1].finished = 1;
// L10:
//     return;
// }
//
// /* ---- thread 2: 'run@pthread', started at lazy.c:52 */
// static unsigned int P_2_t3;
// static void P_2_19(void)
// {
//     /* lazy.c:19:  pthread_mutex_lock(&m); */
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
//     /* lazy.c:30:  pthread_mutex_unlock(&m); */
//     ASSERT(((struct mutex *)&m)->owner != 0, "unlock of a mutex that is not locked");
//     ASSERT(((struct mutex *)&m)->owner == 3, "unlock of a mutex that another thread holds");
//     if (((struct mutex *)&m)->repeats > 0) goto l_45;
//     ((struct mutex *)&m)->owner = 0;
//     if (((struct mutex *)&m)->health != 1) goto l_46;
//     ((struct mutex *)&m)->health = 2;
//   l_46: ;
//     goto l_42;
//   l_45: ;
//     P_2_t3 = ((struct mutex *)&m)->repeats - 1;
//     ((struct mutex *)&m)->repeats = P_2_t3;
//   l_42: ;
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
//     /* lazy.c:52:  pthread_create(&p1, NULL, P, (void *)(intptr_t)1); */
//     n = __ut_threads[2].argument;
//     /* lazy.c:18:  l = (int)(intptr_t)n; */
//     l = (long)n;
// L1: J(1, 2)
//     /* lazy.c:19:  pthread_mutex_lock(&m); */
//     P_2_19();
// L2: J(2, 3)
//     /* lazy.c:20:  b = (c > 0); */
//     b = c > 0;
//     /* lazy.c:21:  if (b) */
//     if (b) goto l_22;
// L3: J(3, 4)
//     /* lazy.c:24:  c = 0; */
//     c = 0;
//     /* lazy.c:25:  while (l > 0) { */
//     if (l <= 0) goto l_25;
// L4: J(4, 5)
//     /* lazy.c:26:  c = c + 1; */
//     t3 = c;
//     c = t3 + 1;
//     /* lazy.c:27:  l = l - 1; */
//     l = l - 1;
//     /* lazy.c:25:  while (l > 0) { */
//     if (l <= 0) goto l_25;
// L5: J(5, 6)
//     /* lazy.c:26:  c = c + 1; */
//     t3 = c;
//     c = t3 + 1;
//     /* lazy.c:27:  l = l - 1; */
//     l = l - 1;
//     /* lazy.c:25:  while (l > 0) { */
//     if (l <= 0) goto l_25;
// L6: J(6, 7)
//     CUT("more than 2 iterations of the loop, at lazy.c:25:9");
//   l_25: G(6);
//     /* lazy.c:27:  l = l - 1; */
//     goto l_32;
//   l_22: G(6);
// L7: J(7, 8)
//     /* lazy.c:22:  c = c + 1; */
//     t2 = c;
//     c = t2 + 1;
//   l_32: G(7);
// L8: J(8, 9)
//     /* lazy.c:30:  pthread_mutex_unlock(&m); */
//     P_2_30();
// L9: J(9, 10)
//     /* lazy.c:52:  pthread_create(&p1, NULL, P, (void *)(intptr_t)1); */
//     __ut_threads[2].result = 0;
//     __ut_threads[2].finished = 1;
// L10:
//     return;
// }
//
// /* ---- thread 3: 'run@pthread', started at lazy.c:53 */
// static void C_1(void)
// {
//     static _Bool b;
//     static int t2;
//     static void *unused;
// L0: J(0, 1)
//     /* lazy.c:53:  pthread_create(&c0, NULL, C, NULL); */
//     unused = __ut_threads[3].argument;
// L1: J(1, 2)
//     /* lazy.c:38:  b = (c > 0); */
//     b = c > 0;
//     /* lazy.c:39:  __VERIFIER_assume(b); */
//     assume(b);
// L2: J(2, 3)
//     /* lazy.c:40:  c = c - 1; */
//     t2 = c;
//     c = t2 - 1;
// L3: J(3, 4)
//     /* lazy.c:41:  b = (c >= 0); */
//     b = c >= 0;
//     /* lazy.c:42:  assert(b); */
//     if (b) goto l_4;
//     ASSERT(0, "assertion violated: b");
//   l_4: G(3);
// L4: J(4, 5)
//     /* lazy.c:53:  pthread_create(&c0, NULL, C, NULL); */
//     __ut_threads[3].result = 0;
//     __ut_threads[3].finished = 1;
// L5:
//     return;
// }
//
// /* ---- thread 4: 'run@pthread', started at lazy.c:54 */
// static void C_2(void)
// {
//     static _Bool b;
//     static int t2;
//     static void *unused;
// L0: J(0, 1)
//     /* lazy.c:54:  pthread_create(&c1, NULL, C, NULL); */
//     unused = __ut_threads[4].argument;
// L1: J(1, 2)
//     /* lazy.c:38:  b = (c > 0); */
//     b = c > 0;
//     /* lazy.c:39:  __VERIFIER_assume(b); */
//     assume(b);
// L2: J(2, 3)
//     /* lazy.c:40:  c = c - 1; */
//     t2 = c;
//     c = t2 - 1;
// L3: J(3, 4)
//     /* lazy.c:41:  b = (c >= 0); */
//     b = c >= 0;
//     /* lazy.c:42:  assert(b); */
//     if (b) goto l_4;
//     ASSERT(0, "assertion violated: b");
//   l_4: G(3);
// L4: J(4, 5)
//     /* lazy.c:54:  pthread_create(&c1, NULL, C, NULL); */
//     __ut_threads[4].result = 0;
//     __ut_threads[4].finished = 1;
// L5:
//     return;
// }
//
//
// /* ---- driver */
// int main(void)
// {
//     for (unsigned int r = 0; r < 2; r++) {
//         ct = 0;
//         if (active[0]) {
//             cs = nondet_uint();
//             assume(cs >= pc[0] && cs <= size[0]);
//             main_0();
//             pc[0] = cs;
//             active[0] = cs != size[0];
//         }
//         ct = 1;
//         if (active[1]) {
//             cs = nondet_uint();
//             assume(cs >= pc[1] && cs <= size[1]);
//             P_1();
//             pc[1] = cs;
//             active[1] = cs != size[1];
//         }
//         ct = 2;
//         if (active[2]) {
//             cs = nondet_uint();
//             assume(cs >= pc[2] && cs <= size[2]);
//             P_2();
//             pc[2] = cs;
//             active[2] = cs != size[2];
//         }
//         ct = 3;
//         if (active[3]) {
//             cs = nondet_uint();
//             assume(cs >= pc[3] && cs <= size[3]);
//             C_1();
//             pc[3] = cs;
//             active[3] = cs != size[3];
//         }
//         ct = 4;
//         if (active[4]) {
//             cs = nondet_uint();
//             assume(cs >= pc[4] && cs <= size[4]);
//             C_2();
//             pc[4] = cs;
//             active[4] = cs != size[4];
//         }
//     }
//     return 0;
// }
