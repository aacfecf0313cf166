// expect: 10 verifier_error.c:4:
extern void __VERIFIER_error(void) __attribute__((noreturn));
int main(void) {
    __VERIFIER_error();
}
