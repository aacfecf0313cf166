// The end of an array is a step that a replay has to find.
#include <pthread.h>
int own = 1, *shared = &own;
static void *publish(void *argument) { int numbers[2] = {1, 2}; shared = &numbers[1]; return 0; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, publish, 0);
    return *shared;
}
