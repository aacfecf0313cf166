// flags: show --no-reduce
// Nothing is reduced without --bounded.
int main(void) {
    return 0;
}
// output
// unthread: error: --no-reduce requires --bounded
// exit 1
