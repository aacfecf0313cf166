/* String literals, and a text that was printed. */
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <stdio.h>

static const char *names[3]; static char buf[32]; static int r;
static void *t(void *x){ r = strcmp(names[1], "b") == 0 && strcmp(buf, "a-7") == 0; return x; }
int main(void)
{
    pthread_t x; names[0]="a"; names[1]="b"; names[2]="c"; snprintf(buf, sizeof buf, "%s-%d", names[0], 7); printf("hello %s\n", buf);
    pthread_create(&x,0,t,0); pthread_join(x,0); assert(r);
    return 0;
}
