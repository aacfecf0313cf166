// Differences of label addresses as table entries, and jumps to a label plus an offset.
#include <stdio.h>

static int offsets(int n) {
    static const int table[] = {&&a - &&a, &&b - &&a, &&c - &&a};
    goto *(&&a + table[n]);
a:  n += 10;
b:  n += 20;
c:  n += 30;
    return n;
}
static int sign(int n) {
    const int jumps[2] = {&&negative - &&positive, &&positive - &&positive};
    goto *(&&positive + jumps[n > 0]);
positive:
    return 1;
negative:
    return -1;
}

int main(void) {
    printf("%d %d %d\n", offsets(0), offsets(1), offsets(2));
    printf("%d %d\n", sign(4), sign(-4));
    return offsets(2);
}
