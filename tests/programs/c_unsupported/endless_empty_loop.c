// expect: 5 endless_empty_loop.c:
// flags: --steps 20000
int main(void) {
    for (;;)
        ;
}
