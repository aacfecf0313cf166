// reach_error is called through a pointer.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
void fine(void) {}

int main(void)
{
    void (*act)(void) = __VERIFIER_nondet_int() ? reach_error : fine;
    act();
    return 0;
}
