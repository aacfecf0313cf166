// Structures passed and assigned by value: copies are independent, nested and with arrays.
#include <stdio.h>

struct point { int x, y; };
struct shape { char name[8]; struct point corners[3]; double weight; };
struct tiny { char c; };

static struct point move(struct point p, int dx, int dy) { p.x += dx; p.y += dy; return p; }
static int area(struct shape s) {
    s.corners[0].x += 1000;
    s.name[0] = '?';
    struct point a = s.corners[1], b = s.corners[2];
    return a.x * b.y - a.y * b.x;
}
static char up(struct tiny t) { return t.c - 32; }
static double mixed(int a, struct point p, char c, struct shape s, double d) {
    return a + p.x * 10 + c * 100 + s.weight + d;
}

int main(void) {
    struct point p = {1, 2}, q = p;
    q.x = 50;
    printf("%d %d %d %d\n", p.x, p.y, q.x, q.y);
    struct point r = move(p, 10, 20);
    printf("%d %d %d %d\n", p.x, p.y, r.x, r.y);
    printf("%d\n", move(move(p, 1, 1), 2, 2).y);
    struct shape s = {"tri", {{0, 0}, {4, 0}, {0, 3}}, 0.5};
    printf("%d %s %d\n", area(s), s.name, s.corners[0].x);
    struct shape t = s;
    t.corners[2] = move(t.corners[2], 5, 5);
    t.name[0] = 'T';
    printf("%s %s %d %d\n", s.name, t.name, s.corners[2].y, t.corners[2].y);
    struct shape *ps = &s;
    *ps = t;
    printf("%s %d\n", s.name, ps->corners[2].x);
    struct shape array[3] = {s, t};
    array[2] = array[0];
    array[0].weight = 9;
    printf("%g %g %s\n", array[2].weight, array[0].weight, array[2].name);
    printf("%c\n", up((struct tiny){'k'}));
    printf("%g\n", mixed(1, p, 2, s, 0.25));
    p = q = r;
    printf("%d %d\n", p.x, q.y);
    q = q;
    printf("%d\n", q.x);
    return area(t);
}
