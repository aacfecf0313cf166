int x;
void *f(void *a) {
    x = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    int c = __VERIFIER_nondet_int();
    if (c) pthread_create(&t, 0, f, 0);
    else x = 0;
    if (c) assert(x == 0); // fails
    if (!c) assert(x == 0);
    return 0;
}
