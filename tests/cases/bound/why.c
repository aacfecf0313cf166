// flags: show --bounded --why
// One step for each reason: private, nobody changes it, ordered by create and join, under one lock, and
// visible.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int own, constant = 1, before, locked, contended, copy;

void *worker(void *unused) {
    own = own + 2;
    copy = constant;
    contended = before;
    pthread_mutex_lock(&mutex);
    locked = 1;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void) {
    pthread_t thread;
    before = 3;
    pthread_create(&thread, NULL, worker, NULL);
    contended = constant;
    pthread_mutex_lock(&mutex);
    locked = 2;
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    before = 4;
    return 0;
}
// output
// union pthread_mutex_t mutex = {.__data.__lock = 0, .__data.__count = 0, .__data.__owner = 0,  // why.c:6:17
//     .__data.__nusers = 0, .__data.__kind = 0, .__data.__spins = 0, .__data.__elision = 0,
//     .__data.__list.__prev = 0, .__data.__list.__next = 0}
// int own                                      // 7:5
// int constant = 1                             // 7:10
// int before                                   // 7:24
// int locked                                   // 7:32
// int contended                                // 7:40
// int copy                                     // 7:51
// unsigned long long __ut_dead                 // <unthread>/models/pthread.c:14:12
// struct control __ut_threads[128] = {[0].started = 1}  // <unthread>/models/pthread.c:9:16
// unsigned char __ut_cancellation[128]         // <unthread>/models/pthread.c:10:15
// void (*__ut_unwind)(struct control *)        // <unthread>/models/pthread.c:11:14
// void (*__ut_destroy_keys)(struct control *)  // <unthread>/models/pthread.c:12:14
// void (*__ut_note_death)(struct control *)    // <unthread>/models/pthread.c:13:14
//
// void main(void)                                  // why.c:19:5
// {
//          declare unsigned long thread            // 20:15
//          before = 3   [before other threads start or can reach this, or after they have ended]  // 21:5
//    0:    begin atomic                            // 22:5
//          spawn worker#1(worker)
//          __ut_threads[1].argument = 0
//          __ut_threads[1].detached = 0
//          __ut_threads[1].started = 1
//          thread = 2
//          end atomic
//    1:    contended = 1                           // 23:5
//    2:    begin atomic                            // 24:5
//          wait until (((struct mutex *)&mutex)->owner == 0 ? 1 : ((struct mutex *)&mutex)->owner == 1)
//          if (((struct mutex *)&mutex)->owner == 1) goto .20
//          ((struct mutex *)&mutex)->owner = 1
//          goto .15
//      .20:
//          assert (0) else lock: "lock of a mutex that this thread holds already"
//      .15:
//          end atomic
//          locked = 2   [under a lock that all conflicting accesses hold]  // 25:5
//    3:    begin atomic                            // 26:5
//          assert (((struct mutex *)&mutex)->owner != 0) else lock: "unlock of a mutex that is not locked"
//          assert (((struct mutex *)&mutex)->owner == 1) else lock: "unlock of a mutex that another thread holds"
//          if (((struct mutex *)&mutex)->repeats > 0) goto .40
//          ((struct mutex *)&mutex)->owner = 0
//          if (((struct mutex *)&mutex)->health != 1) goto .41
//          ((struct mutex *)&mutex)->health = 2
//      .41:
//          goto .37
//      .40:
//          t3 = ((struct mutex *)&mutex)->repeats - 1
//          ((struct mutex *)&mutex)->repeats = t3
//      .37:
//          end atomic
//    4:    begin atomic                            // 27:5
//          wait until (__ut_threads[1].finished)
//          __ut_threads[1].joined = 1
//          value = __ut_threads[1].result
//          end atomic
//          before = 4   [before other threads start or can reach this, or after they have ended]  // 28:5
//          discard thread                          // 19:5
//    5:    exit process (0)
// }
//
// void worker#1(void *start)                     // why.c:22:5
// {
//          unused = __ut_threads[1].argument   [before other threads start or can reach this, or after they have ended]
//          own = 2   [no other thread touches this]  // 10:5
//          copy = 1   [no other thread touches this]  // 11:5
//          t3 = before   [before other threads start or can reach this, or after they have ended]  // 12:17
//    0:    contended = t3                        // 12:5
//    1:    begin atomic                          // 13:5
//          wait until (((struct mutex *)&mutex)->owner == 0 ? 1 : ((struct mutex *)&mutex)->owner == 2)
//          if (((struct mutex *)&mutex)->owner == 2) goto .13
//          ((struct mutex *)&mutex)->owner = 2
//          goto .8
//      .13:
//          assert (0) else lock: "lock of a mutex that this thread holds already"
//      .8:
//          end atomic
//          locked = 1   [under a lock that all conflicting accesses hold]  // 14:5
//    2:    begin atomic                          // 15:5
//          assert (((struct mutex *)&mutex)->owner != 0) else lock: "unlock of a mutex that is not locked"
//          assert (((struct mutex *)&mutex)->owner == 2) else lock: "unlock of a mutex that another thread holds"
//          if (((struct mutex *)&mutex)->repeats > 0) goto .33
//          ((struct mutex *)&mutex)->owner = 0
//          if (((struct mutex *)&mutex)->health != 1) goto .34
//          ((struct mutex *)&mutex)->health = 2
//      .34:
//          goto .30
//      .33:
//          t3#2 = ((struct mutex *)&mutex)->repeats - 1
//          ((struct mutex *)&mutex)->repeats = t3#2
//      .30:
//          end atomic
//    3:    begin atomic                          // 22:5
//          __ut_threads[1].result = 0
//          __ut_threads[1].finished = 1
//          end atomic
//          return
// }
//
// visible points: main 6, worker#1 4
