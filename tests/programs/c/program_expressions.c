// An expression evaluator: recursive descent into a tree of tagged nodes, evaluation, simplification, printing.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct expression {
    enum { NUMBER, VARIABLE, UNARY, BINARY } tag;
    union {
        long number;
        char name;
        struct { char operator; struct expression *operand; } unary;
        struct { char operator; struct expression *left, *right; } binary;
    };
};
typedef struct expression expression;

static const char *input;
static int allocated, errors;

static expression *new_expression(expression value) {
    expression *e = malloc(sizeof *e);
    *e = value;
    allocated++;
    return e;
}
static void release(expression *e) {
    if (e->tag == UNARY)
        release(e->unary.operand);
    else if (e->tag == BINARY)
        release(e->binary.left), release(e->binary.right);
    free(e);
    allocated--;
}

static expression *parse_sum(void);

static char peek(void) {
    while (*input == ' ')
        input++;
    return *input;
}
static expression *parse_number(void) {
    char *end;
    long number = strtol(input, &end, 10);
    input = end;
    return new_expression((expression){.tag = NUMBER, .number = number});
}
static expression *parse_atom(void) {
    char c = peek();
    if (c == '(') {
        input++;
        expression *e = parse_sum();
        if (peek() == ')') input++; else errors++;
        return e;
    }
    if (c == '-' || c == '~' || c == '!') {
        input++;
        return new_expression((expression){.tag = UNARY, .unary = {c, parse_atom()}});
    }
    if (c >= '0' && c <= '9')
        return parse_number();
    if (c >= 'a' && c <= 'z')
        return new_expression((expression){.tag = VARIABLE, .name = *input++});
    errors++;
    return new_expression((expression){NUMBER, {0}});
}
static expression *parse_level(const char *operators, expression *(*below)(void)) {
    expression *left = below();
    while (peek() && strchr(operators, peek())) {
        char operator = *input++;
        expression *right = below();
        left = new_expression((expression){.tag = BINARY, .binary = {operator, left, right}});
    }
    return left;
}
static expression *parse_product(void) { return parse_level("*/%", parse_atom); }
static expression *parse_sum(void) { return parse_level("+-", parse_product); }

static long evaluate(const expression *e, const long *variables) {
    switch (e->tag) {
    case NUMBER: return e->number;
    case VARIABLE: return variables[e->name - 'a'];
    case UNARY: {
        long x = evaluate(e->unary.operand, variables);
        return e->unary.operator == '-' ? -x : e->unary.operator == '~' ? ~x : !x;
    }
    case BINARY:;
        long l = evaluate(e->binary.left, variables), r = evaluate(e->binary.right, variables);
        switch (e->binary.operator) {
        case '+': return l + r;
        case '-': return l - r;
        case '*': return l * r;
        case '/': return r ? l / r : 0;
        case '%': return r ? l % r : 0;
        }
    }
    return -1;
}

static int is_number(const expression *e, long n) { return e->tag == NUMBER && e->number == n; }

static expression *keep(expression *whole, expression **part) {
    expression *kept = *part;
    *part = new_expression((expression){.tag = NUMBER});
    release(whole);
    return kept;
}
static expression *simplify(expression *e) {
    if (e->tag == UNARY)
        e->unary.operand = simplify(e->unary.operand);
    if (e->tag != BINARY)
        return e;
    expression **l = &e->binary.left, **r = &e->binary.right;
    *l = simplify(*l);
    *r = simplify(*r);
    if ((*l)->tag == NUMBER && (*r)->tag == NUMBER) {
        long value = evaluate(e, 0);
        release(e);
        return new_expression((expression){.tag = NUMBER, .number = value});
    }
    char o = e->binary.operator;
    if ((o == '+' || o == '-') && is_number(*r, 0)) return keep(e, l);
    if (o == '+' && is_number(*l, 0)) return keep(e, r);
    if (o == '*' && is_number(*r, 1)) return keep(e, l);
    if (o == '*' && is_number(*l, 1)) return keep(e, r);
    if (o == '*' && is_number(*l, 0)) return keep(e, l);
    if (o == '*' && is_number(*r, 0)) return keep(e, r);
    return e;
}
static void print(const expression *e) {
    switch (e->tag) {
    case NUMBER: printf("%ld", e->number); break;
    case VARIABLE: printf("%c", e->name); break;
    case UNARY: printf("%c", e->unary.operator); print(e->unary.operand); break;
    case BINARY:
        printf("(");
        print(e->binary.left);
        printf(" %c ", e->binary.operator);
        print(e->binary.right);
        printf(")");
    }
}

int main(void) {
    static const char *const tests[] = {
        "1 + 2 * 3", "(1 + 2) * 3", "10 - 4 - 3", "100 / 7 % 5", "-x * -(y + 1)",
        "x * (2 - 1) + 0 * y", "~x + !y + !0", "((a))", "3 * (4 + ", "z + 1 * 2 * 3", "(x + y) * (x - y) - x*x + y*y",
    };
    long variables[26] = {['x' - 'a'] = 6, ['y' - 'a'] = 4, ['z' - 'a'] = -9, [0] = 77}, sum = 0;
    for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++) {
        input = tests[i];
        errors = 0;
        expression *e = parse_sum();
        long before = evaluate(e, variables);
        print(e);
        e = simplify(e);
        printf(" -> ");
        print(e);
        printf(" = %ld %s%s\n", before, before == evaluate(e, variables) ? "ok" : "WRONG", errors ? " with errors" : "");
        sum += before;
        release(e);
    }
    printf("%ld %d\n", sum, allocated);
    return allocated + (int)(sum & 0x7F);
}
