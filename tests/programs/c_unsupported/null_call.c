// expect: 10 null_call.c:4:
int main(void) {
    int (*table[2])(void) = {0};
    return table[1]();
}
