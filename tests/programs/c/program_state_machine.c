// State machines: a table-driven one over character classes, one with function pointers as states, one with switch.
#include <stdio.h>

enum class { SIGN, DIGIT, DOT, EXPONENT, OTHER, CLASSES };
enum state { START, SIGNED, WHOLE, POINT, FRACTION, E_MARK, E_SIGN, E_DIGITS, REJECT, STATES };

static const unsigned char table[STATES][CLASSES] = {
    [START] = {SIGNED, WHOLE, POINT, REJECT, REJECT},
    [SIGNED] = {REJECT, WHOLE, POINT, REJECT, REJECT},
    [WHOLE] = {REJECT, WHOLE, FRACTION, E_MARK, REJECT},
    [POINT] = {REJECT, FRACTION, REJECT, REJECT, REJECT},
    [FRACTION] = {REJECT, FRACTION, REJECT, E_MARK, REJECT},
    [E_MARK] = {E_SIGN, E_DIGITS, REJECT, REJECT, REJECT},
    [E_SIGN] = {REJECT, E_DIGITS, REJECT, REJECT, REJECT},
    [E_DIGITS] = {REJECT, E_DIGITS, REJECT, REJECT, REJECT},
    [REJECT] = {[0 ... CLASSES - 1] = REJECT},
};
static const _Bool accepting[STATES] = {[WHOLE] = 1, [FRACTION] = 1, [E_DIGITS] = 1};

static enum class classify(char c) {
    switch (c) {
    case '+': case '-': return SIGN;
    case '0' ... '9': return DIGIT;
    case '.': return DOT;
    case 'e': case 'E': return EXPONENT;
    }
    return OTHER;
}
static int is_number(const char *s) {
    enum state state = START;
    while (*s)
        state = table[state][classify(*s++)];
    return accepting[state];
}

struct machine;
typedef void (*handler)(struct machine *, char);
struct machine { handler state; int words, lines, characters, in_quotes; };

static void between(struct machine *, char);
static void quoted(struct machine *m, char c) {
    if (c == '\'') { m->state = between; return; }
    m->in_quotes++;
}
static void inside(struct machine *m, char c) {
    if (c == ' ' || c == '\n') m->state = between;
    else if (c == '\'') m->state = quoted;
}
static void between(struct machine *m, char c) {
    if (c == '\'') m->state = quoted;
    else if (c != ' ' && c != '\n') { m->words++; m->state = inside; }
}
static void feed(struct machine *m, const char *s) {
    for (; *s; s++) {
        m->characters++;
        if (*s == '\n') m->lines++;
        m->state(m, *s);
    }
}

enum light { RED, RED_AMBER, GREEN, AMBER };
static enum light tick(enum light now, int *timer, int pedestrian) {
    if (--*timer > 0 && !(now == GREEN && pedestrian)) return now;
    switch (now) {
    case RED: *timer = 1; return RED_AMBER;
    case RED_AMBER: *timer = 4; return GREEN;
    case GREEN: *timer = 2; return AMBER;
    case AMBER: *timer = 3; return RED;
    }
    return RED;
}

int main(void) {
    static const char *const inputs[] = {"1", "-1.5", "+.5e10", ".", "1e", "1e+5", "--1", "3.14.15", "", "7.", "0x10", "12E-07"};
    int accepted = 0;
    for (unsigned i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        int r = is_number(inputs[i]);
        printf("%-8s %s\n", inputs[i], r ? "number" : "no");
        accepted += r;
    }
    struct machine m = {.state = between};
    feed(&m, "the quick 'brown fox' jumps\nover 'the'\n");
    feed(&m, "lazy dog's tail'\n");
    printf("%d words %d lines %d characters %d quoted %d\n", m.words, m.lines, m.characters, m.in_quotes, m.state == between);
    enum light light = RED;
    int timer = 3;
    for (int t = 0; t < 24; t++) {
        light = tick(light, &timer, t == 9 || t == 20);
        putchar("RrGA"[light]);
    }
    putchar('\n');
    return accepted * 10 + m.words;
}
