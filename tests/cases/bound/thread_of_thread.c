// flags: show --bounded --why
// A thread started by a thread, through a wrapper and by a pointer to its start routine.
#include <pthread.h>

int shared, early;

void *inner(void *argument) {
    shared++;
    return NULL;
}

int start(pthread_t *thread, void *(*routine)(void *)) {
    return pthread_create(thread, NULL, routine, NULL);
}

void *outer(void *argument) {
    pthread_t thread;
    early = 1;
    start(&thread, inner);
    shared++;
    return NULL;
}

int main(void) {
    pthread_t thread;
    early = 2;
    start(&thread, outer);
    return 0;
}
// output
// int shared                                   // thread_of_thread.c:5:5
// int early                                    // 5:13
// struct control __ut_threads[128] = {[0].started = 1}  // <unthread>/models/pthread.c:9:16
// void (*__ut_unwind)(struct control *)        // <unthread>/models/pthread.c:11:14
// void (*__ut_destroy_keys)(struct control *)  // <unthread>/models/pthread.c:12:14
// void (*__ut_note_death)(struct control *)    // <unthread>/models/pthread.c:13:14
//
// void main(void)                        // thread_of_thread.c:24:5
// {
//          declare unsigned long thread  // 25:15
//          early = 2   [before other threads start or can reach this, or after they have ended]  // 26:5
//    0:    begin atomic                  // 13:12
//          spawn outer#1(outer)
//          __ut_threads[1].argument = 0
//          __ut_threads[1].detached = 0
//          __ut_threads[1].started = 1
//          thread = 2
//          end atomic
//          discard thread                // 24:5
//    1:    exit process (0)
// }
//
// void outer#1(void *start)              // thread_of_thread.c:13:12
// {
//          argument = __ut_threads[1].argument   [before other threads start or can reach this, or after they have ended]
//          declare unsigned long thread  // 17:15
//          early = 1   [before other threads start or can reach this, or after they have ended]  // 18:5
//    0:    begin atomic                  // 13:12
//          spawn inner#1(inner)
//          __ut_threads[2].argument = 0
//          __ut_threads[2].detached = 0
//          __ut_threads[2].started = 1
//          thread = 3
//          end atomic
//    1:    t2 = shared + 1               // 20:5
//    2:    shared = t2
//          discard thread                // 13:12
//          begin atomic   [no other thread changes this, or uses what is changed]
//          __ut_threads[1].result = 0
//          __ut_threads[1].finished = 1
//          end atomic
//          return   [no other thread touches this]
// }
//
// void inner#1(void *start)              // thread_of_thread.c:13:12
// {
//          argument = __ut_threads[2].argument   [before other threads start or can reach this, or after they have ended]
//    0:    t2 = shared + 1               // 8:5
//    1:    shared = t2
//          begin atomic   [no other thread changes this, or uses what is changed]  // 13:12
//          __ut_threads[2].result = 0
//          __ut_threads[2].finished = 1
//          end atomic
//          return
// }
//
// visible points: main 2, outer#1 3, inner#1 2
