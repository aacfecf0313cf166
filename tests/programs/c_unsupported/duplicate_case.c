// expect: 2 duplicate_case.c:5:
int main(void) {
    switch (1) {
    case 1: return 1;
    case 1: return 2;
    }
}
