// flags: show --bounded --library
// Calls are gone, and functions with them.
int main(void) {
    return 0;
}
// output
// unthread: error: --function and --library cannot be combined with --bounded, where calls are inlined
// exit 1
