// flags: loops
int main(void) {
    return 0;
}
// output
// no loops
