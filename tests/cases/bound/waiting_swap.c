// flags: show --bounded
// A round in which the swap fails changes nothing.
#include <pthread.h>

int lock, counter;

void *worker(void *unused) {
    while (!__sync_bool_compare_and_swap(&lock, 0, 1))
        ;
    counter++;
    __sync_lock_release(&lock);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    worker(NULL);
    return 0;
}
// output
// int lock                                     // waiting_swap.c:5:5
// int counter                                  // 5:11
// struct control __ut_threads[128] = {[0].started = 1}  // <unthread>/models/pthread.c:9:16
// void (*__ut_unwind)(struct control *)        // <unthread>/models/pthread.c:11:14
// void (*__ut_destroy_keys)(struct control *)  // <unthread>/models/pthread.c:12:14
// void (*__ut_note_death)(struct control *)    // <unthread>/models/pthread.c:13:14
//
// void main(void)                        // waiting_swap.c:15:5
// {
//          declare unsigned long thread  // 16:15
//    0:    begin atomic                  // 17:5
//          spawn worker#1(worker)
//          __ut_threads[1].argument = 0
//          __ut_threads[1].detached = 0
//          __ut_threads[1].started = 1
//          thread = 2
//          end atomic
//    1:    begin atomic                  // 8:13
//          __ut_old = lock
//          if (__ut_old != 0) goto .17
//          lock = 1
//      .17:
//          end atomic
//          if (__ut_old == 0) goto .20
//    2:    begin atomic
//          __ut_old = lock
//          if (__ut_old != 0) goto .22
//          lock = 1
//      .22:
//          end atomic
//          if (__ut_old == 0) goto .20
//          cut: loop unwound 2 times     // 8:5
//      .20:                              // 10:5
//    3:    t3 = counter + 1
//    4:    counter = t3
//    5:    begin atomic                  // 11:5
//          lock = 0
//          end atomic
//          discard thread                // 15:5
//    6:    exit process (0)
// }
//
// void worker#1(void *start)                  // waiting_swap.c:17:5
// {
//    0:    unused = __ut_threads[1].argument
//    1:    begin atomic                       // 8:13
//          __ut_old = lock
//          if (__ut_old != 0) goto .7
//          lock = 1
//      .7:
//          end atomic
//          if (__ut_old == 0) goto .10
//    2:    begin atomic
//          __ut_old = lock
//          if (__ut_old != 0) goto .12
//          lock = 1
//      .12:
//          end atomic
//          if (__ut_old == 0) goto .10
//          cut: loop unwound 2 times          // 8:5
//      .10:                                   // 10:5
//    3:    t3 = counter + 1
//    4:    counter = t3
//    5:    begin atomic                       // 11:5
//          lock = 0
//          end atomic
//          begin atomic                       // 17:5
//          __ut_threads[1].result = 0
//          __ut_threads[1].finished = 1
//          end atomic
//          return
// }
//
// switch points: main 7, worker#1 6
// cut: the loop at waiting_swap.c:8:5 in worker after 2 rounds
