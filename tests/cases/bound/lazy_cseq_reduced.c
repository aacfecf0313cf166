// flags: show --bounded --why --unwind 2 --atomic-statements
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
// union pthread_mutex_t m                      // lazy_cseq_reduced.c:11:17
// int c                                        // 12:5
// unsigned long long __ut_dead                 // <unthread>/models/pthread.c:14:12
// struct control __ut_threads[128] = {[0].started = 1}  // <unthread>/models/pthread.c:9:16
// void (*__ut_unwind)(struct control *)        // <unthread>/models/pthread.c:11:14
// void (*__ut_destroy_keys)(struct control *)  // <unthread>/models/pthread.c:12:14
// void (*__ut_note_death)(struct control *)    // <unthread>/models/pthread.c:13:14
//
// void main(void)                                // lazy_cseq_reduced.c:46:5
// {
//          declare unsigned long p0              // 48:15
//          declare unsigned long p1              // 48:19
//          declare unsigned long c0              // 48:23
//          declare unsigned long c1              // 48:27
//          c = 0   [before other threads start or can reach this, or after they have ended]  // 49:5
//          begin atomic   [before other threads start or can reach this, or after they have ended]  // 50:5
//          ((struct mutex *)&m)->owner = 0
//          ((struct mutex *)&m)->repeats = 0
//          ((struct mutex *)&m)->health = 0
//          ((struct mutex *)&m)->ceiling = 0
//          ((struct mutex *)&m)->kind = 0
//          end atomic
//    0:    begin atomic                          // 51:5
//          spawn P#1(P)
//          __ut_threads[1].argument = (void *)5
//          __ut_threads[1].detached = 0
//          __ut_threads[1].started = 1
//          p0 = 2
//          end atomic
//    1:    begin atomic                          // 52:5
//          spawn P#2(P)
//          __ut_threads[2].argument = (void *)1
//          __ut_threads[2].detached = 0
//          __ut_threads[2].started = 1
//          p1 = 3
//          end atomic
//    2:    begin atomic                          // 53:5
//          spawn C#1(C)
//          __ut_threads[3].argument = 0
//          __ut_threads[3].detached = 0
//          __ut_threads[3].started = 1
//          c0 = 4
//          end atomic
//    3:    begin atomic                          // 54:5
//          spawn C#2(C)
//          __ut_threads[4].argument = 0
//          __ut_threads[4].detached = 0
//          __ut_threads[4].started = 1
//          c1 = 5
//          end atomic
//          discard p0                            // 46:5
//          discard p1
//          discard c0
//          discard c1
//    4:    exit process (0)
// }
//
// void P#1(void *start)                          // lazy_cseq_reduced.c:51:5
// {
//          n = __ut_threads[1].argument   [before other threads start or can reach this, or after they have ended]
//          l = (long)n                           // 18:5
//    0:    begin atomic                          // 19:5
//          wait until (((struct mutex *)&m)->owner == 0 ? 1 : ((struct mutex *)&m)->owner == 2)
//          if (((struct mutex *)&m)->owner == 2) goto .13
//          ((struct mutex *)&m)->owner = 2
//          goto .8
//      .13:
//          assert (0) else lock: "lock of a mutex that this thread holds already"
//      .8:
//          end atomic
//    1:    b = c > 0                             // 20:5
//          if (b) goto .22                       // 21:9
//    2:    c = 0                                 // 24:9
//          if (l <= 0) goto .25                  // 25:16
//    3:    begin atomic                          // 26:17
//          t3 = c
//          c = t3 + 1                            // 26:13
//          end atomic
//          l = l - 1                             // 27:13
//          if (l <= 0) goto .25                  // 25:16
//    4:    begin atomic                          // 26:17
//          t3 = c
//          c = t3 + 1                            // 26:13
//          end atomic
//          l = l - 1                             // 27:13
//          if (l <= 0) goto .25                  // 25:16
//          cut: more than 2 iterations of the loop  // 25:9
//      .25:                                      // 27:13
//          goto .32
//      .22:                                      // 22:13
//    5:    begin atomic
//          t2 = c
//          c = t2 + 1                            // 22:9
//          end atomic
//      .32:                                      // 27:13
//    6:    begin atomic                          // 30:5
//          assert (((struct mutex *)&m)->owner != 0) else lock: "unlock of a mutex that is not locked"
//          assert (((struct mutex *)&m)->owner == 2) else lock: "unlock of a mutex that another thread holds"
//          if (((struct mutex *)&m)->repeats > 0) goto .45
//          ((struct mutex *)&m)->owner = 0
//          if (((struct mutex *)&m)->health != 1) goto .46
//          ((struct mutex *)&m)->health = 2
//      .46:
//          goto .42
//      .45:
//          t3#2 = ((struct mutex *)&m)->repeats - 1
//          ((struct mutex *)&m)->repeats = t3#2
//      .42:
//          end atomic
//          begin atomic   [no other thread changes this, or uses what is changed]  // 51:5
//          __ut_threads[1].result = 0
//          __ut_threads[1].finished = 1
//          end atomic
//          return
// }
//
// void P#2(void *start)                          // lazy_cseq_reduced.c:52:5
// {
//          n = __ut_threads[2].argument   [before other threads start or can reach this, or after they have ended]
//          l = (long)n                           // 18:5
//    0:    begin atomic                          // 19:5
//          wait until (((struct mutex *)&m)->owner == 0 ? 1 : ((struct mutex *)&m)->owner == 3)
//          if (((struct mutex *)&m)->owner == 3) goto .13
//          ((struct mutex *)&m)->owner = 3
//          goto .8
//      .13:
//          assert (0) else lock: "lock of a mutex that this thread holds already"
//      .8:
//          end atomic
//    1:    b = c > 0                             // 20:5
//          if (b) goto .22                       // 21:9
//    2:    c = 0                                 // 24:9
//          if (l <= 0) goto .25                  // 25:16
//    3:    begin atomic                          // 26:17
//          t3 = c
//          c = t3 + 1                            // 26:13
//          end atomic
//          l = l - 1                             // 27:13
//          if (l <= 0) goto .25                  // 25:16
//    4:    begin atomic                          // 26:17
//          t3 = c
//          c = t3 + 1                            // 26:13
//          end atomic
//          l = l - 1                             // 27:13
//          if (l <= 0) goto .25                  // 25:16
//          cut: more than 2 iterations of the loop  // 25:9
//      .25:                                      // 27:13
//          goto .32
//      .22:                                      // 22:13
//    5:    begin atomic
//          t2 = c
//          c = t2 + 1                            // 22:9
//          end atomic
//      .32:                                      // 27:13
//    6:    begin atomic                          // 30:5
//          assert (((struct mutex *)&m)->owner != 0) else lock: "unlock of a mutex that is not locked"
//          assert (((struct mutex *)&m)->owner == 3) else lock: "unlock of a mutex that another thread holds"
//          if (((struct mutex *)&m)->repeats > 0) goto .45
//          ((struct mutex *)&m)->owner = 0
//          if (((struct mutex *)&m)->health != 1) goto .46
//          ((struct mutex *)&m)->health = 2
//      .46:
//          goto .42
//      .45:
//          t3#2 = ((struct mutex *)&m)->repeats - 1
//          ((struct mutex *)&m)->repeats = t3#2
//      .42:
//          end atomic
//          begin atomic   [no other thread changes this, or uses what is changed]  // 52:5
//          __ut_threads[2].result = 0
//          __ut_threads[2].finished = 1
//          end atomic
//          return
// }
//
// void C#1(void *start)                  // lazy_cseq_reduced.c:53:5
// {
//          unused = __ut_threads[3].argument   [before other threads start or can reach this, or after they have ended]
//    0:    b = c > 0                     // 38:5
//          assume (b)                    // 39:5
//    1:    begin atomic                  // 40:9
//          t2 = c
//          c = t2 - 1                    // 40:5
//          end atomic
//    2:    b = c >= 0                    // 41:5
//          if (b) goto .4                // 42:5
//          assert (0) else reach: "assertion violated: b"
//      .4:                               // <unthread>/models/pthread.c:194:11
//          begin atomic   [no other thread changes this, or uses what is changed]  // 53:5
//          __ut_threads[3].result = 0
//          __ut_threads[3].finished = 1
//          end atomic
//          return
// }
//
// void C#2(void *start)                  // lazy_cseq_reduced.c:54:5
// {
//          unused = __ut_threads[4].argument   [before other threads start or can reach this, or after they have ended]
//    0:    b = c > 0                     // 38:5
//          assume (b)                    // 39:5
//    1:    begin atomic                  // 40:9
//          t2 = c
//          c = t2 - 1                    // 40:5
//          end atomic
//    2:    b = c >= 0                    // 41:5
//          if (b) goto .4                // 42:5
//          assert (0) else reach: "assertion violated: b"
//      .4:                               // <unthread>/models/pthread.c:194:11
//          begin atomic   [no other thread changes this, or uses what is changed]  // 54:5
//          __ut_threads[4].result = 0
//          __ut_threads[4].finished = 1
//          end atomic
//          return
// }
//
// visible points: main 5, P#1 7, P#2 7, C#1 3, C#2 3
// cut: more than 2 iterations of the loop, at lazy_cseq_reduced.c:25:9
