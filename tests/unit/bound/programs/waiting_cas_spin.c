int lock, x;
void *a(void *p) {
    while (!__sync_bool_compare_and_swap(&lock, 0, 1));
    int r = x;
    x = r + 1;
    lock = 0;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, a, 0);
    while (!__sync_bool_compare_and_swap(&lock, 0, 1));
    int r = x;
    x = r + 1;
    lock = 0;
    pthread_join(t, 0);
    assert(x == 2);
    assert(x != 2); // fails
    return 0;
}
