// not proved: race
#include <pthread.h>
#include <string.h>
static int x, y, one = 1;
static long away;
static void *f(void *a) { memcpy((char *)&y + away, &one, sizeof one); return a; }
int main(void) {
    pthread_t s;
    away = (char *)&x - (char *)&y;
    pthread_create(&s, 0, f, 0);
    x = 2;
    pthread_join(s, 0);
    return 0;
}
