// flags: show
struct point { int x, y; };
struct box { struct point low, high; unsigned flag : 3; int : 0; union { int i; float f; }; };
struct box b = { .high.y = 4, .low = { 1, 2 }, .flag = 9, .f = 1.5f };
struct point make(int x) { struct point p = { x }; return p; }
int f(struct box *p, struct point q) {
    p->high = make(q.x);
    p->flag++;
    return p->i + make(3).y;
}
// output
// struct box b = {.high.y = 4, .low.x = 1, .low.y = 2, .flag = 1, .i = 1.5f}  // records.c:4:12
//
// void make(struct point *result, int x)  // records.c:5:14
// {
//     register int t1, t2
//     declare struct point p = {0}        // 5:41
//     p.x = x                             // 5:47
//     t1 = p.x                            // 5:59
//     result->x = t1
//     t2 = p.y
//     result->y = t2
//     return
// }
//
// int f(struct box *p, struct point *q&)  // records.c:6:5
// {
//     register int t1, t2, t4, t5, t8
//     register unsigned _BitInt(3) t7
//     declare struct point q              // 6:35
//     t1 = q&->x
//     q.x = t1
//     t2 = q&->y
//     q.y = t2
//     declare struct point result         // 7:15
//     make(&result, q.x)
//     t4 = result.x                       // 7:5
//     p->high.x = t4
//     t5 = result.y
//     p->high.y = t5
//     t7 = p->flag + 1U                   // 8:5
//     p->flag = t7
//     t8 = p->i                           // 9:15
//     declare struct point result#2       // 9:19
//     make(&result#2, 3)
//     return t8 + result#2.y              // 9:5
// }
