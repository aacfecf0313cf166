// A thread leaves a note in a global variable, which main throws away.
#include <pthread.h>
#include <stdlib.h>
int *note;

void *write_note(void *unused)
{
    note = malloc(sizeof *note);
    *note = 1;
    return 0;
}

int main(void)
{
    pthread_t writer;
    pthread_create(&writer, 0, write_note, 0);
    pthread_join(writer, 0);
    free(note);
    return 0;
}
