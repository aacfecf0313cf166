// expect: unsafe deadlock 10
/* The routine asks for itself. */
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
void prepare(void);

void again(void)
{
    pthread_once(&once, prepare);
}
void prepare(void) { again(); }

int main(void)
{
    pthread_once(&once, prepare);
    return 0;
}
