// goto forwards and backwards, loops made of goto, several labels in a row, label before a brace.
#include <stdio.h>

static int collatz(int n) {
    int steps = 0;
top:
    if (n == 1) goto done;
    steps++;
    if (n % 2) goto odd;
    n /= 2;
    goto top;
odd:
    n = 3 * n + 1;
    goto top;
done:
    return steps;
}
static int cleanup(int fail) {
    int result = 0;
    if (fail == 1) goto first;
    result += 1;
    if (fail == 2) goto second;
    result += 10;
    if (fail == 3) goto third;
    return result + 1000;
third:
    result += 300;
second:
    result += 200;
first:
    result += 100;
    return result;
}

int main(void) {
    printf("%d %d\n", collatz(27), collatz(1));
    for (int i = 0; i < 4; i++) printf("%d ", cleanup(i));
    printf("\n");
    int i = 0;
    goto check;
body:
    printf("%d ", i);
    i++;
check:
    if (i < 5) goto body;
    printf("\n");
    goto a;
a: b: c:
    i++;
    if (i == 6) goto b;
    if (i == 7) goto c;
    printf("%d\n", i);
    goto block;
block: {
    int inner = i * 2;
    printf("%d\n", inner);
}
    if (i) goto end; else goto never;
never:
    printf("never\n");
end:;
    return i;
}
