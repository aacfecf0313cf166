int x[3];
void *f(void *a) {
    x[(long)a]++;
    return 0;
}
int main(void) {
    pthread_t t[3];
    for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, f, (void *)i);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(x[0] == 1 && x[1] == 1 && x[2] == 0);
    assert(x[0] != 1); // fails
    return 0;
}
