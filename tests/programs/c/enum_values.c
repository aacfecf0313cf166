// Enumerations: default, explicit, negative, repeated values; use as integers and in arrays.
#include <stdio.h>

enum color { RED, GREEN, BLUE, COLORS };
enum mixed { LOW = -5, NEXT, SAME = -4, JUMP = 100, AFTER, CHARACTER = 'a', DERIVED = JUMP * 2 + AFTER };
typedef enum { NO, YES } answer;
enum { ANONYMOUS = 42, SIZE = sizeof(int) * 2 };

static const char *names[COLORS] = {[BLUE] = "blue", [RED] = "red", [GREEN] = "green"};

static enum color next(enum color c) { return (c + 1) % COLORS; }

struct holder { enum color c; answer a : 2; };

int main(void) {
    printf("%d %d %d %d\n", RED, GREEN, BLUE, COLORS);
    printf("%d %d %d %d %d %d %d\n", LOW, NEXT, SAME, JUMP, AFTER, CHARACTER, DERIVED);
    printf("%d %d\n", ANONYMOUS, SIZE);
    for (enum color c = RED; c < COLORS; c++)
        printf("%s -> %s\n", names[c], names[next(c)]);
    enum color c = BLUE;
    c--;
    c |= 2;
    printf("%d\n", c);
    enum mixed m = LOW;
    printf("%d %d\n", m < 0, m + 1 == NEXT);
    m = (enum mixed)77;
    printf("%d\n", m);
    struct holder h = {GREEN, YES};
    printf("%d %d\n", h.c, h.a == YES);
    enum { LOCAL = 3, HIDDEN = LOCAL << 2 } inner = HIDDEN;
    int array[LOCAL] = {1, 2, 3};
    printf("%d %zu\n", inner, sizeof array / sizeof *array);
    {
        enum { RED = 50 };
        printf("%d\n", RED);
    }
    printf("%d %zu\n", RED, sizeof(enum color));
    int value = GREEN;
    enum color back = value;
    return back == GREEN ? BLUE : RED;
}
