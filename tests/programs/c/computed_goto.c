// Labels as values: tables, conditional targets, label addresses in variables, indirect jumps in loops.
#include <stdio.h>

static int run(const char *program) {
    static const void *const table[] = {&&halt, &&increment, &&twice, &&negate};
    int value = 0;
#define NEXT goto *table[*program++ - '0']
    NEXT;
increment:
    value++;
    NEXT;
twice:
    value *= 2;
    NEXT;
negate:
    value = -value;
    NEXT;
halt:
    return value;
#undef NEXT
}
static int choose(int n) {
    void *target = n ? &&yes : &&no;
    goto *target;
yes:
    return 100;
no:
    return 200;
}

int main(void) {
    printf("%d %d %d\n", run("11230"), run("0"), run("111222230"));
    printf("%d %d\n", choose(1), choose(0));
    void *state = &&start;
    int steps = 0;
loop:
    goto *state;
start:
    state = &&middle;
    steps++;
    goto loop;
middle:
    steps += 10;
    if (steps < 40) goto loop;
    state = &&finish;
    goto loop;
finish:
    printf("%d %d\n", steps, state == &&finish);
    void *labels[2] = {&&first, &&second};
    for (int i = 0; i < 2; i++) {
        goto *labels[i];
first:
        printf("first ");
        continue;
second:
        printf("second\n");
    }
    return steps;
}
