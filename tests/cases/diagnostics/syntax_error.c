// flags: show
int main(void) {
    int x = 3
    return x;
}
// output
// syntax_error.c:3:14: error: expected ';' at end of declaration
//         int x = 3
//                  ^
// exit 2
