// flags: show --bounded
// Going round changes nothing: one round says it all, and nothing is cut.
#include <pthread.h>
#include <sched.h>

int flag, data;

void *waiter(void *unused) {
    while (flag == 0)
        sched_yield();
    data++;
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, NULL);
    data = 1;
    flag = 1;
    pthread_join(thread, NULL);
    return data;
}
// output
// int flag                                     // waiting_flag.c:6:5
// int data                                     // 6:11
// struct control __ut_threads[128] = {[0].started = 1}  // <unthread>/models/pthread.c:9:16
// unsigned char __ut_cancellation[128]         // <unthread>/models/pthread.c:10:15
// void (*__ut_unwind)(struct control *)        // <unthread>/models/pthread.c:11:14
// void (*__ut_destroy_keys)(struct control *)  // <unthread>/models/pthread.c:12:14
// void (*__ut_note_death)(struct control *)    // <unthread>/models/pthread.c:13:14
//
// void main(void)                                 // waiting_flag.c:15:5
// {
//          declare unsigned long thread           // 16:15
//    0:    begin atomic                           // 17:5
//          spawn waiter#1(waiter)
//          __ut_threads[1].argument = 0
//          __ut_threads[1].detached = 0
//          __ut_threads[1].started = 1
//          thread = 2
//          end atomic
//    1:    data = 1                               // 18:5
//    2:    flag = 1                               // 19:5
//    3:    begin atomic                           // 20:5
//          wait until (__ut_threads[1].finished)
//          __ut_threads[1].joined = 1
//          value = __ut_threads[1].result
//          end atomic
//          t1 = data                              // 21:5
//          discard thread                         // 15:5
//    4:    exit process (t1)
// }
//
// void waiter#1(void *start)                  // waiting_flag.c:17:5
// {
//          unused = __ut_threads[1].argument
//    0:    if (flag != 0) goto .7             // 9:12
//          assume (0)                         // 9:5
//      .7:                                    // 10:9
//    1:    t3 = data + 1                      // 11:5
//    2:    data = t3
//    3:    begin atomic                       // 17:5
//          __ut_threads[1].result = 0
//          __ut_threads[1].finished = 1
//          end atomic
//          return
// }
//
// visible points: main 5, waiter#1 4
