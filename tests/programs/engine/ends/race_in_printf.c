/* race: printf reads the string while main writes into it */
#include <pthread.h>
#include <stdio.h>
char text[8] = "abc";

static void *work(void *argument)
{
    printf("%s", text);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    text[1] = 0;
    return 0;
}
