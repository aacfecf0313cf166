// bounds: all=1
int *p;
void *f(void *a) {
    free(p);
    return 0;
}
int main(void) {
    pthread_t t;
    p = malloc(4);
    pthread_create(&t, 0, f, 0);
    *p = 3; // fails
    return 0;
}
