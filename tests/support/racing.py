"""A program with a data race, for what is about other things than searching."""

RACE = """#include <pthread.h>
int x;
void *add(void *unused) { x++; return unused; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    x++;
    pthread_join(thread, 0);
    return 0;
}
"""
