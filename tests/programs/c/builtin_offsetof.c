// offsetof and __builtin_offsetof: nested members, array elements, as constants, container_of, an index that is no constant.
#include <stdio.h>
#include <stddef.h>

struct inner { char c; short list[4]; };
struct outer { int id; struct inner in[3]; union { double d; char bytes[8]; } u; struct { int deep; }; };
struct table { char kind; struct { char a; short b; } cells[][3]; };
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

enum { CONSTANT = offsetof(struct outer, in[1].list[2]) };
static char sized[offsetof(struct outer, in)];
_Static_assert(offsetof(struct inner, list) == 2, "layout");

int main(void) {
    printf("%zu %zu\n", offsetof(struct outer, id), offsetof(struct outer, in));
    printf("%zu %zu\n", offsetof(struct outer, in[2]), offsetof(struct outer, in[2].list[1]));
    printf("%zu %zu\n", offsetof(struct outer, u), offsetof(struct outer, u.bytes[3]));
    printf("%zu %d %zu\n", offsetof(struct outer, deep), CONSTANT, sizeof sized);
    struct outer o = {.id = 5, .in[1].list = {1, 2, 3, 4}, .deep = 9};
    struct inner *in = &o.in[1];
    printf("%d\n", container_of(in, struct outer, in[1])->id);
    int *deep = &o.deep;
    printf("%d\n", container_of(deep, struct outer, deep)->in[1].list[3]);
    printf("%d\n", *(int *)((char *)&o + __builtin_offsetof(struct outer, deep)));
    int i = 2;
    printf("%d\n", *(short *)((char *)in + offsetof(struct inner, list) + i * sizeof(short)));
    printf("%d\n", (int)((size_t)&((struct outer *)0)->u == offsetof(struct outer, u)));
    printf("%zu %zu\n", offsetof(struct outer, in[i].list[i - 1]), offsetof(struct outer, u.bytes[i]));
    printf("%zu %zu\n", offsetof(struct inner, list[-i]) + 4, offsetof(struct table, cells[i][1].b));
    size_t next = offsetof(struct table, cells[i++][0]);
    printf("%zu %d\n", next, i);
    switch (4) { case offsetof(struct outer, in): printf("case\n"); }
    return (int)offsetof(struct outer, u);
}
