// flags: show --bounded
// One thread for each round; each knows its own argument, and nothing of the others.
#include <pthread.h>

int cells[2];

void *worker(void *argument) {
    int *cell = argument;
    *cell = 1;
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, &cells[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return cells[0] + cells[1];
}
// output
// int cells[2]                                 // threads_in_loop.c:5:5
// struct control __ut_threads[128] = {[0].started = 1}  // <unthread>/models/pthread.c:9:16
// unsigned char __ut_cancellation[128]         // <unthread>/models/pthread.c:10:15
// void (*__ut_unwind)(struct control *)        // <unthread>/models/pthread.c:11:14
// void (*__ut_destroy_keys)(struct control *)  // <unthread>/models/pthread.c:12:14
// void (*__ut_note_death)(struct control *)    // <unthread>/models/pthread.c:13:14
//
// void main(void)                                 // threads_in_loop.c:13:5
// {
//          declare unsigned long threads[2]       // 14:15
//    0:    begin atomic                           // 16:9
//          spawn worker#1(worker)
//          __ut_threads[1].argument = cells
//          __ut_threads[1].detached = 0
//          __ut_threads[1].started = 1
//          threads[0] = 2
//          end atomic
//    1:    begin atomic
//          spawn worker#2(worker)
//          __ut_threads[2].argument = &cells[1]
//          __ut_threads[2].detached = 0
//          __ut_threads[2].started = 1
//          threads[1] = 3
//          end atomic
//    2:    begin atomic                           // 18:9
//          wait until (__ut_threads[1].finished)
//          __ut_threads[1].joined = 1
//          value = __ut_threads[1].result
//          end atomic
//    3:    begin atomic
//          wait until (__ut_threads[2].finished)
//          __ut_threads[2].joined = 1
//          value#2 = __ut_threads[2].result
//          end atomic
//          t2 = cells[0]                          // 19:12
//          t1 = t2 + cells[1]                     // 19:5
//          discard threads                        // 13:5
//    4:    exit process (t1)
// }
//
// void worker#1(void *start)                    // threads_in_loop.c:16:9
// {
//          argument = __ut_threads[1].argument
//          cell = argument                      // 8:10
//    0:    *cell = 1                            // 9:5
//    1:    begin atomic                         // 16:9
//          __ut_threads[1].result = 0
//          __ut_threads[1].finished = 1
//          end atomic
//          return
// }
//
// void worker#2(void *start)                    // threads_in_loop.c:16:9
// {
//          argument = __ut_threads[2].argument
//          cell = argument                      // 8:10
//    0:    *cell = 1                            // 9:5
//    1:    begin atomic                         // 16:9
//          __ut_threads[2].result = 0
//          __ut_threads[2].finished = 1
//          end atomic
//          return
// }
//
// visible points: main 5, worker#1 2, worker#2 2
