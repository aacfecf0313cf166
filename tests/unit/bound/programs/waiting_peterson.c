int f0, f1, turn, x, in;
void *a(void *p) {
    f0 = 1;
    turn = 1;
    while (f1 && turn == 1);
    in++;
    assert(in == 1);
    in--;
    f0 = 0;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, a, 0);
    f1 = 1;
    turn = 0;
    while (f0 && turn == 0);
    in++;
    assert(in == 1);
    in--;
    f1 = 0;
    return 0;
}
