#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static char text[4] = "abc", copy[4];
static void *work(void *unused) { text[1] = 'x'; return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    memcpy(copy, text, sizeof copy);
    printf("%d\n", (int)strlen(copy));
    assert(strcmp(text, copy) == 0);
    pthread_join(t, 0);
    return 0;
}
