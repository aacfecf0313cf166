// flags: show --bounded --reduce order,everything
// There is no such reduction.
int main(void) {
    return 0;
}
// output
// unthread: error: --reduce: 'everything' is not one of private, conflict, order, locks
// exit 1
