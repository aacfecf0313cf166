// flags: show --bounded --unwind 1
// This looks like waiting, but each round counts: it is a loop like any other.
#include <pthread.h>

int flag, rounds;

void *waiter(void *unused) {
    while (flag == 0)
        rounds++;
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, NULL);
    flag = 1;
    return rounds;
}
// output
// int flag                                     // waiting_not.c:5:5
// int rounds                                   // 5:11
// struct control __ut_threads[128] = {[0].started = 1}  // <unthread>/models/pthread.c:9:16
// void (*__ut_unwind)(struct control *)        // <unthread>/models/pthread.c:11:14
// void (*__ut_destroy_keys)(struct control *)  // <unthread>/models/pthread.c:12:14
// void (*__ut_note_death)(struct control *)    // <unthread>/models/pthread.c:13:14
//
// void main(void)                        // waiting_not.c:13:5
// {
//          declare unsigned long thread  // 14:15
//    0:    begin atomic                  // 15:5
//          spawn waiter#1(waiter)
//          __ut_threads[1].argument = 0
//          __ut_threads[1].detached = 0
//          __ut_threads[1].started = 1
//          thread = 2
//          end atomic
//    1:    flag = 1                      // 16:5
//    2:    t1 = rounds                   // 17:5
//          discard thread                // 13:5
//    3:    exit process (t1)
// }
//
// void waiter#1(void *start)                       // waiting_not.c:15:5
// {
//          unused = __ut_threads[1].argument
//    0:    if (flag != 0) goto .9                  // 8:12
//    1:    rounds = 1                              // 9:9
//    2:    if (flag != 0) goto .9                  // 8:12
//          cut: more than 1 iteration of the loop  // 8:5
//      .9:                                         // 9:9
//          begin atomic                            // 15:5
//          __ut_threads[1].result = 0
//          __ut_threads[1].finished = 1
//          end atomic
//          return
// }
//
// visible points: main 4, waiter#1 3
// cut: more than 1 iteration of the loop, at waiting_not.c:8:5
