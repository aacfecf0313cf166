#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static char *text;
static void *writer(void *unused) { text[4] = 'x'; return unused; }
int main(void)
{
    char *copy = strdup("abc");
    text = malloc(strlen(copy) + 1);
    strcpy(text, copy);
    free(copy); /* the C library has allocated it */
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    pthread_join(t, 0);
    free(text);
    return 0;
}
