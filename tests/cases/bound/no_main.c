// flags: show --bounded
int f(int n) {
    return n;
}
// output
// unthread: error: there is no function 'main' to start from
// exit 2
