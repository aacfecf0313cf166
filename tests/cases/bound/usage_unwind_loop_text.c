// flags: loops --unwind-loop usage_unwind_loop_text.c:3=many
// The bound is no number.
int main(void) {
    return 0;
}
// output
// unthread: error: --unwind-loop: 'usage_unwind_loop_text.c:3=many' is not of the form FILE:LINE=N
// exit 1
