// flags: show --bounded --unwind-loop usage_unwind_loop.c
// The place of the loop has no line, and there is no bound.
int main(void) {
    return 0;
}
// output
// unthread: error: --unwind-loop: 'usage_unwind_loop.c' is not of the form FILE:LINE=N
// exit 1
