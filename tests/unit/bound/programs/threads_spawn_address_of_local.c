void *f(void *a) {
    *(int *)a = 1;
    return 0;
}
int main(void) {
    int v = 0;
    __ut_spawn(f, &v);
    assert(v == 0); // fails
    return 0;
}
