// flags: show --why
// What --why explains is not there without --bounded.
int main(void) {
    return 0;
}
// output
// unthread: error: --why goes with --bounded
// exit 1
