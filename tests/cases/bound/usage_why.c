// flags: show --why
// What --why explains is not there without --bounded.
int main(void) {
    return 0;
}
// output
// unthread: error: --why requires --bounded
// exit 1
