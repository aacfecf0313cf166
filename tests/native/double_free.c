#include <pthread.h>
#include <stdlib.h>
static char *buffer;
static void *work(void *unused) { char *b = buffer; if (b) { buffer = 0; free(b); } return unused; }
int main(void)
{
    pthread_t t;
    buffer = malloc(10);
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    return 0;
}
