// bounds: all=1
int (*p)(void);
int main(void) {
    p(); // fails
    return 0;
}
