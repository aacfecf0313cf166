// expect: safe
//
// The "THE" protocol of Cilk-5 by M. Frigo, C. E. Leiserson and K. H. Randall (1998): a worker
// pushes and pops tasks at the tail of its own deque, thieves steal at the head under a lock. The
// worker needs the lock only when a thief may be after the same task.
// Checks: no task is executed twice, and after the end none is left over.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define TASKS 2
#define STEALS 1
#define NO_TASK (-1)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int head;
static _Atomic int tail;
static int deque[TASKS];
static _Atomic int executions[TASKS];

static void execute(int task)
{
    int before = atomic_fetch_add(&executions[task], 1);
    assert(before == 0);
}

static void push(int task)
{
    deque[tail] = task;
    tail++;
}

static int pop_carefully(void)
{
    int task = NO_TASK;
    pthread_mutex_lock(&lock);
    tail--;
    if (head > tail)
        tail++;
    else
        task = deque[tail];
    pthread_mutex_unlock(&lock);
    return task;
}

static int pop(void)
{
    tail--;
    if (head > tail) {
        tail++;
        return pop_carefully();
    }
    return deque[tail];
}

static int steal(void)
{
    int task = NO_TASK;
    pthread_mutex_lock(&lock);
    head++;
    if (head > tail)
        head--;
    else
        task = deque[head - 1];
    pthread_mutex_unlock(&lock);
    return task;
}

static void *work(void *unused)
{
    (void)unused;
    int task;
    for (task = 0; task < TASKS; task++)
        push(task);
    while ((task = pop()) != NO_TASK)
        execute(task);
    return NULL;
}

static void *rob(void *unused)
{
    (void)unused;
    for (int i = 0; i < STEALS; i++) {
        int task = steal();
        if (task != NO_TASK)
            execute(task);
    }
    return NULL;
}

int main(void)
{
    pthread_t worker;
    pthread_t thief;
    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&thief, NULL, rob, NULL);
    pthread_join(worker, NULL);
    pthread_join(thief, NULL);
    for (int task = 0; task < TASKS; task++)
        assert(executions[task] == 1);
    return 0;
}
