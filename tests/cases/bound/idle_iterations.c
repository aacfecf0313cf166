// flags: show --bounded --unwind 2
// A round that finds the lock taken writes what is there already; whoever iterates has changed something.
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;

void *enter(void *unused)
{
    (void)unused;
    while (atomic_exchange(&lock, 1))
        ;
    lock = 0;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, enter, 0);
    enter(0);
    return 0;
}
// output
// _Atomic(int) lock                            // idle_iterations.c:6:12
// struct control __ut_threads[128] = {[0].started = 1}  // <unthread>/models/pthread.c:9:16
// void (*__ut_unwind)(struct control *)        // <unthread>/models/pthread.c:11:14
// void (*__ut_destroy_keys)(struct control *)  // <unthread>/models/pthread.c:12:14
// void (*__ut_note_death)(struct control *)    // <unthread>/models/pthread.c:13:14
//
// void main(void)                        // idle_iterations.c:17:5
// {
//          declare unsigned long thread  // 19:15
//    0:    begin atomic                  // 20:5
//          spawn enter#1(enter)
//          __ut_threads[1].argument = 0
//          __ut_threads[1].detached = 0
//          __ut_threads[1].started = 1
//          thread = 2
//          end atomic
//    1:    begin atomic                  // 11:12
//          __ut_old = *(int *)&lock
//          changed = __ut_old != 1
//          *(int *)&lock = 1
//          end atomic
//          if (!__ut_old) goto .18
//          if (changed) goto .19         // 11:5
//          assume (0)
//      .19:
//    2:    begin atomic                  // 11:12
//          __ut_old = *(int *)&lock
//          changed#2 = __ut_old != 1
//          *(int *)&lock = 1
//          end atomic
//          if (!__ut_old) goto .18
//          if (changed#2) goto .23       // 11:5
//          assume (0)
//      .23:
//          cut: more than 2 iterations of the loop
//      .18:                              // 13:5
//    3:    lock = 0
//          discard thread                // 17:5
//    4:    exit process (0)
// }
//
// void enter#1(void *start)                   // idle_iterations.c:20:5
// {
//          unused = __ut_threads[1].argument
//    0:    begin atomic                       // 11:12
//          __ut_old = *(int *)&lock
//          changed = __ut_old != 1
//          *(int *)&lock = 1
//          end atomic
//          if (!__ut_old) goto .9
//          if (changed) goto .10              // 11:5
//          assume (0)
//      .10:
//    1:    begin atomic                       // 11:12
//          __ut_old = *(int *)&lock
//          changed#2 = __ut_old != 1
//          *(int *)&lock = 1
//          end atomic
//          if (!__ut_old) goto .9
//          if (changed#2) goto .14            // 11:5
//          assume (0)
//      .14:
//          cut: more than 2 iterations of the loop
//      .9:                                    // 13:5
//    2:    lock = 0
//          begin atomic                       // 20:5
//          __ut_threads[1].result = 0
//          __ut_threads[1].finished = 1
//          end atomic
//          return
// }
//
// visible points: main 5, enter#1 3
// cut: more than 2 iterations of the loop, at idle_iterations.c:11:5
