// A tokenizer for a small language: keywords, names, numbers, strings with escapes, comments, positions.
#include <stdio.h>
#include <string.h>

enum kind { END, NAME, KEYWORD, INTEGER, REAL, STRING, OPERATOR, ERROR, KINDS };
static const char *const kind_names[KINDS] = {
    [END] = "end", [NAME] = "name", [KEYWORD] = "keyword", [INTEGER] = "integer",
    [REAL] = "real", [STRING] = "string", [OPERATOR] = "operator", [ERROR] = "error",
};

struct position { unsigned line : 20, column : 12; };
struct token {
    enum kind kind;
    struct position at;
    char text[24];
    union { long long integer; double real; } value;
};
struct scanner { const char *p; struct position here; };

static int is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static int is_digit(int c) { return '0' <= c && c <= '9'; }

static char advance(struct scanner *s) {
    char c = *s->p++;
    if (c == '\n') {
        s->here.line++;
        s->here.column = 1;
    } else {
        s->here.column++;
    }
    return c;
}

static void skip(struct scanner *s) {
    for (;;) {
        switch (*s->p) {
        case ' ': case '\t': case '\n':
            advance(s);
            continue;
        case '/':
            if (s->p[1] == '/') {
                while (*s->p && *s->p != '\n')
                    advance(s);
                continue;
            }
            if (s->p[1] == '*') {
                advance(s), advance(s);
                while (*s->p && !(s->p[0] == '*' && s->p[1] == '/'))
                    advance(s);
                if (*s->p)
                    advance(s), advance(s);
                continue;
            }
            /* fall through */
        default:
            return;
        }
    }
}

static void number(struct scanner *s, struct token *t, char *out) {
    long long n = 0;
    while (is_digit(*s->p))
        n = n * 10 + (*out++ = advance(s)) - '0';
    t->kind = INTEGER;
    t->value.integer = n;
    if (*s->p != '.' || !is_digit(s->p[1]))
        return;
    double real = n, scale = 1;
    *out++ = advance(s);
    while (is_digit(*s->p)) {
        scale /= 10;
        real += ((*out++ = advance(s)) - '0') * scale;
    }
    t->kind = REAL;
    t->value.real = real;
}

static void string(struct scanner *s, struct token *t, char *out) {
    advance(s);
    t->kind = STRING;
    while (*s->p != '"') {
        if (!*s->p || *s->p == '\n') {
            t->kind = ERROR;
            return;
        }
        char c = advance(s);
        if (c == '\\')
            switch (c = advance(s)) {
            case 'n': c = '\n'; break;
            case 't': c = '\t'; break;
            case 'x': {
                int value = 0;
                for (int i = 0; i < 2; i++) {
                    char h = advance(s) | 32;
                    value = value * 16 + (is_digit(h) ? h - '0' : h - 'a' + 10);
                }
                c = value;
            }
            }
        *out++ = c;
    }
    advance(s);
}

static struct token next(struct scanner *s) {
    static const char *const keywords[] = {"if", "else", "while", "return", 0};
    static const char *const pairs[] = {"==", "!=", "<=", ">=", "&&", "||", "->", 0};
    skip(s);
    struct token t = {.kind = END, .at = s->here};
    char *out = t.text;
    if (is_letter(*s->p)) {
        t.kind = NAME;
        while (is_letter(*s->p) || is_digit(*s->p))
            *out++ = advance(s);
        for (const char *const *k = keywords; *k; k++)
            if (!strcmp(*k, t.text))
                t.kind = KEYWORD;
    } else if (is_digit(*s->p)) {
        number(s, &t, out);
    } else if (*s->p == '"') {
        string(s, &t, out);
    } else if (*s->p) {
        t.kind = OPERATOR;
        const char *const *pair = pairs;
        while (*pair && strncmp(*pair, s->p, 2))
            pair++;
        *out++ = advance(s);
        if (*pair)
            *out++ = advance(s);
    }
    return t;
}

int main(void) {
    struct scanner s = {
        "while (x1 <= 10.25) { // loop\n"
        "\tcall(\"a\\tb\\x41\", _y->z); /* many\n lines */ x1 = x1 + 305;\n"
        "}\nif else returned return 7.x != \"open\n",
        {1, 1}};
    int counts[KINDS] = {0};
    for (;;) {
        struct token t = next(&s);
        counts[t.kind]++;
        printf("%u:%u %s [%s]", t.at.line, t.at.column, kind_names[t.kind], t.text);
        if (t.kind == INTEGER)
            printf(" %lld", t.value.integer);
        else if (t.kind == REAL)
            printf(" %.4f", t.value.real);
        printf("\n");
        if (t.kind == END)
            break;
    }
    int total = 0;
    for (int k = 0; k < KINDS; k++) {
        printf("%s=%d ", kind_names[k], counts[k]);
        total += counts[k];
    }
    printf("\n");
    return total;
}
