// flags: show --bounded --threads 1
// The second thread is beyond the limit: it is started, and cut where it begins to run.
#include <pthread.h>

int counter;

void *worker(void *argument) {
    counter++;
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, NULL);
    counter = 5;
    return 0;
}
// output
// int counter                                  // threads_limit.c:5:5
// struct control __ut_threads[128] = {[0].started = 1}  // <unthread>/models/pthread.c:9:16
// void (*__ut_unwind)(struct control *)        // <unthread>/models/pthread.c:11:14
// void (*__ut_destroy_keys)(struct control *)  // <unthread>/models/pthread.c:12:14
// void (*__ut_note_death)(struct control *)    // <unthread>/models/pthread.c:13:14
//
// void main(void)                        // threads_limit.c:12:5
// {
//          declare unsigned long first   // 13:15
//          declare unsigned long second  // 13:22
//    0:    begin atomic                  // 14:5
//          spawn worker#1(worker)
//          __ut_threads[1].argument = 0
//          __ut_threads[1].detached = 0
//          __ut_threads[1].started = 1
//          first = 2
//          end atomic
//    1:    begin atomic                  // 15:5
//          spawn worker#2(worker)
//          __ut_threads[2].argument = 0
//          __ut_threads[2].detached = 0
//          __ut_threads[2].started = 1
//          second = 3
//          end atomic
//    2:    counter = 5                   // 16:5
//          discard first                 // 12:5
//          discard second
//    3:    exit process (0)
// }
//
// void worker#1(void *start)                    // threads_limit.c:14:5
// {
//          argument = __ut_threads[1].argument
//    0:    t2 = counter + 1                     // 8:5
//    1:    counter = t2
//          begin atomic                         // 14:5
//          __ut_threads[1].result = 0
//          __ut_threads[1].finished = 1
//          end atomic
//          return
// }
//
// void worker#2(void *start)                  // threads_limit.c:15:5
// {
//          cut: more than 1 thread of worker
// }
//
// visible points: main 4, worker#1 2, worker#2 0
// cut: more than 1 thread of worker, at threads_limit.c:15:5
