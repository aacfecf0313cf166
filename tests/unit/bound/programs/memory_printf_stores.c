#include <stdio.h>
int x, y;
void *f(void *a) {
    printf("abc%n\n", &x);
    char text[8];
    sprintf(text, "%5d%n", 1, &y);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    int r = x;
    assert(r == 0); // fails
    assert(r == 0 || r == 3);
    r = y;
    assert(r == 0); // fails
    pthread_join(t, 0);
    assert(x == 3 && y == 5);
    return 0;
}
