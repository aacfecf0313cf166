int f0, f1, turn, in;
void *a(void *p) {
    f0 = 1;
    turn = 0;
    while (f1 && turn == 1);
    in = 1;
    in = 0;
    f0 = 0;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, a, 0);
    f1 = 1;
    turn = 1;
    while (f0 && turn == 0);
    assert(in == 0); // fails
    f1 = 0;
    return 0;
}
