// expect: 5 endless_loop.c:
// flags: --steps 20000
int main(void) {
    volatile int x = 1;
    while (x) x = 2;
    return 0;
}
