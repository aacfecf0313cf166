// Flexible array members: allocation, size, zero-length and one-element relatives.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message { int length; char kind; char text[]; };
struct vector { unsigned count; double values[]; };
struct old { int n; short items[0]; };

static struct message *make(char kind, const char *text) {
    struct message *m = malloc(sizeof *m + strlen(text) + 1);
    m->length = (int)strlen(text);
    m->kind = kind;
    strcpy(m->text, text);
    return m;
}

int main(void) {
    struct message *m = make('q', "flexible");
    printf("%d %c %s %c\n", m->length, m->kind, m->text, m->text[4]);
    printf("%zu %zu\n", sizeof(struct message), __builtin_offsetof(struct message, text));
    struct vector *v = malloc(sizeof *v + 5 * sizeof v->values[0]);
    v->count = 5;
    for (unsigned i = 0; i < v->count; i++) v->values[i] = i * 0.5;
    double sum = 0;
    for (double *p = v->values; p < v->values + v->count; p++) sum += *p;
    printf("%g %zu\n", sum, sizeof(struct vector));
    v = realloc(v, sizeof *v + 8 * sizeof v->values[0]);
    for (unsigned i = 5; i < 8; i++) v->values[i] = -1.0 * i;
    v->count = 8;
    printf("%g %g\n", v->values[4], v->values[7]);
    struct old *o = malloc(sizeof *o + 3 * sizeof(short));
    o->n = 3;
    for (int i = 0; i < 3; i++) o->items[i] = i - 1;
    printf("%d %d %d %zu\n", o->items[0], o->items[2], o->n, sizeof *o);
    struct message copy = *m;
    printf("%d %c\n", copy.length, copy.kind);
    free(m);
    free(v);
    free(o);
    return copy.length;
}
