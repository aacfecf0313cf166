// expect: 2 undefined_label.c:3:
int main(void) {
    goto nowhere;
}
