// expect: 10 reach_error.c:6:
extern void reach_error(void);
int main(void) {
    int x = 1;
    if (x) {
        reach_error();
    }
    return 0;
}
