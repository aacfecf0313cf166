// Nested structures: definition inside, member chains, pointers to members, arrays of arrays of structs.
#include <stdio.h>

struct outer {
    int id;
    struct inner { char tag; struct { short lo, hi; } range; } in[2];
    struct outer *link;
    struct { struct inner *best; int counts[2][3]; } stats;
};

static struct inner global = {'g', {-1, 1}};

static int span(const struct inner *i) { return i->range.hi - i->range.lo; }

int main(void) {
    struct outer a = {1, {{'x', {0, 10}}, {'y', {5, 25}}}, 0, {0, {{1, 2, 3}, {4, 5, 6}}}};
    struct outer b = a;
    b.id = 2;
    b.link = &a;
    b.link->in[0].tag = 'z';
    printf("%c %c\n", a.in[0].tag, b.in[0].tag);
    a.stats.best = &a.in[1];
    b.stats.best = &global;
    printf("%d %d\n", span(a.stats.best), span(b.stats.best));
    a.stats.best->range.hi++;
    printf("%d\n", a.in[1].range.hi);
    b.link->link = &b;
    printf("%d %d\n", b.link->link->id, a.link->link->link->id);
    short *hi = &b.in[0].range.hi;
    *hi = 300;
    printf("%d %d\n", b.in[0].range.hi, a.in[0].range.hi);
    int (*counts)[3] = a.stats.counts;
    counts[1][2] *= 7;
    printf("%d %d\n", a.stats.counts[1][2], b.stats.counts[1][2]);
    struct outer grid[2][2] = {{a, b}, {b, a}};
    printf("%d %d %d\n", grid[0][0].id, grid[1][0].id, grid[1][1].stats.counts[0][1]);
    grid[1][1].in[0] = global;
    grid[0][1].in[1].range = a.in[1].range;
    printf("%c %d %d\n", grid[1][1].in[0].tag, grid[1][1].in[0].range.lo, grid[0][1].in[1].range.hi);
    struct outer *p = &grid[0][1];
    (p + 1)->stats.counts[0][0] = -9;
    printf("%d\n", grid[1][0].stats.counts[0][0]);
    return (*p).link->id + p->in->tag - 'x';
}
