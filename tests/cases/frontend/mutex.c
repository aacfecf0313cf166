// flags: show --library --function pthread_mutex_lock --function f
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void f(void) { pthread_mutex_lock(&m); }
// output
// int pthread_mutex_lock(struct mutex *mutex)  // <unthread>/models/pthread.c:378:5
// {
//     register int self, error, t4
//     register _Bool forever
//     self = self() + 1                        // 380:9
//     error = 0                                // 381:9
//     begin atomic                             // 382:5
//     wait until (mutex->owner == 0 ? 1 : mutex->owner == self)  // 383:5
//     check_usable@pthread(mutex)              // 384:5
//     if (mutex->owner != 0) goto else.1       // 385:9
//     mutex->owner = self                      // 386:9
//     goto end.2
// else.1:
//     error = lock_again@pthread(mutex)        // 388:17
// end.2:                                       // 388:9
//     t4 = error != 0                          // 389:21
//     if (error == 0) goto L.3
//     t4 = mutex->kind != 2
// L.3:
//     forever = t4                             // 389:11
//     end atomic                               // 390:5
//     if (!forever) goto end.4                 // 391:9
//     wait until (0)                           // 392:9
// end.4:
//     return error                             // 393:5
// }
//
// void f(void)                // mutex.c:4:6
// {
//     pthread_mutex_lock(&m)  // 4:16
//     return                  // 4:14
// }
