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
//          if (__ut_old != 0) goto .16
//          lock = 1
//      .16:
//          end atomic
//          if (__ut_old == 0) goto .18
//          assume (0)                    // 8:5
//      .18:                              // 10:5
//    2:    t3 = counter + 1
//    3:    counter = t3
//    4:    begin atomic                  // 11:5
//          lock = 0
//          end atomic
//          discard thread                // 15:5
//    5:    exit process (0)
// }
//
// void worker#1(void *start)                  // waiting_swap.c:17:5
// {
//          unused = __ut_threads[1].argument
//    0:    begin atomic                       // 8:13
//          __ut_old = lock
//          if (__ut_old != 0) goto .7
//          lock = 1
//      .7:
//          end atomic
//          if (__ut_old == 0) goto .9
//          assume (0)                         // 8:5
//      .9:                                    // 10:5
//    1:    t3 = counter + 1
//    2:    counter = t3
//    3:    begin atomic                       // 11:5
//          lock = 0
//          end atomic
//          begin atomic                       // 17:5
//          __ut_threads[1].result = 0
//          __ut_threads[1].finished = 1
//          end atomic
//          return
// }
//
// visible points: main 6, worker#1 4
