#include <stdio.h>
char text[4] = "abc";
void *f(void *a) {
    text[1] = 0;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    int n = printf("%s\n", text);
    assert(n == 4 || n == 2);
    assert(n == 4); // fails
    pthread_join(t, 0);
    return 0;
}
