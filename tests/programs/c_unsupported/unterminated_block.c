// expect: 2 unterminated_block.c:4:
int main(void) {
    if (1) {
        return 0;
