// flags: show --bounded --library
// Calls are gone, and functions with them.
int main(void) {
    return 0;
}
// output
// unthread: error: --function and --library do not go with --bounded, in which calls are gone
// exit 1
