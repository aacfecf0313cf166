// flags: show --bounded --unwind -1
// A bound cannot be negative.
int main(void) {
    return 0;
}
// output
// Usage: unthread show [OPTIONS] FILE...
// Try 'unthread show --help' for help.
//
// Error: Invalid value for '--unwind': -1 is not in the range x>=0.
// exit 1
