// expect: 2 syntax_error.c:3:
int main(void) {
    int x = 5 +;
    return x;
}
