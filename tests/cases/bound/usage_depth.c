// flags: show --bounded --depth 0
// Even main is called once.
int main(void) {
    return 0;
}
// output
// Usage: unthread show [OPTIONS] FILE...
// Try 'unthread show --help' for help.
//
// Error: Invalid value for '--depth': 0 is not in the range x>=1.
// exit 1
