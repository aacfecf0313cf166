// switch with fall-through, shared cases, empty cases, default last, no match.
#include <stdio.h>

static int days(int month, int leap) {
    switch (month) {
    case 4: case 6: case 9: case 11:
        return 30;
    case 2:
        if (leap) return 29;
        return 28;
    default:
        return 31;
    }
}
static int accumulate(int n) {
    int r = 0;
    switch (n) {
    case 5: r += 5;
    case 4: r += 4; /* fall through */
    case 3: r += 3;
        __attribute__((fallthrough));
    case 2: r += 2;
    case 1: r += 1; break;
    case 0:
    case -1: r = -100;
    }
    return r;
}
static const char *grade(int score) {
    switch (score / 10) {
    case 10:
    case 9: return "A";
    case 8: return "B";
    case 7: return "C";
    }
    return "F";
}

int main(void) {
    int total = 0;
    for (int m = 1; m <= 12; m++) total += days(m, 0);
    printf("%d %d\n", total, days(2, 1));
    for (int n = -2; n < 7; n++) printf("%d ", accumulate(n));
    printf("\n");
    printf("%s%s%s%s%s\n", grade(100), grade(95), grade(81), grade(70), grade(-5));
    int calls = 0;
    switch (calls++) { case 0: calls += 10; case 7: calls += 100; break; calls += 1000; default: calls = -1; }
    printf("%d\n", calls);
    switch (calls) { }
    switch (calls) { default: ; }
    switch (3) { case 1: printf("never\n"); }
    for (int i = 0; i < 5; i++) {
        switch (i) {
        case 1: continue;
        case 3: break;
        default: printf("%d ", i);
        }
        printf("after%d ", i);
    }
    printf("\n");
    return accumulate(4);
}
