// expect: 2 type_error.c:5:
struct s { int x; };
int main(void) {
    struct s s = {1};
    int n = s;
    return n;
}
