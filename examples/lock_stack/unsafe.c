// expect: unsafe reach 59
// schedule: 0:3,1:14,2:17,1:4,0:6
//
// Stack in an array, protected by one mutex.
// Two threads push their own number and then pop one; each pop comes after a push, so the stack
// is never empty at a pop.
// Checks: both numbers are popped, none of them twice.
//
// Bug in line 40: `pop` reads the value after it has given the lock back, when another push may
// have overwritten it. The shortest failing schedule has 4 context switches.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#define SIZE 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int values[SIZE];
static int height;
static int popped[SIZE];

static void push(int value)
{
    pthread_mutex_lock(&lock);
    assert(height < SIZE);
    values[height] = value;
    height++;
    pthread_mutex_unlock(&lock);
}

static int pop(void)
{
    pthread_mutex_lock(&lock);
    assert(height > 0);
    height--;
    int place = height;
    pthread_mutex_unlock(&lock);
    return values[place];
}

static void *work(void *argument)
{
    int me = (int)(intptr_t)argument;
    push(me + 1);
    popped[me] = pop();
    return NULL;
}

int main(void)
{
    pthread_t first;
    pthread_t second;
    pthread_create(&first, NULL, work, (void *)(intptr_t)0);
    pthread_create(&second, NULL, work, (void *)(intptr_t)1);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(popped[0] + popped[1] == 3);
    return 0;
}
