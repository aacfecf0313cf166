// flags: show --function f
int grid[3][4];
long f(int *p, int *q, char *s, void *v) {
    int local[5], *r = local + 2;
    *r-- = grid[1][2];
    *(int *)v = s[3];
    p += 4;
    return (q - p) + (q < p) + (long)&grid[2] + *r;
}
// output
// long f(int *p, int *q, char *s, void *v)  // pointers.c:3:6
// {
//     register int *r, t1, *t2
//     register char t3
//     declare int local[5]                  // 4:9
//     r = local + 2                         // 4:20
//     t1 = grid[1][2]                       // 5:12
//     t2 = r                                // 5:6
//     r = t2 - 1
//     *t2 = t1                              // 5:5
//     t3 = s[3]                             // 6:17
//     *(int *)v = t3                        // 6:5
//     p = p + 4                             // 7:5
//     return q - p + (q < p) + (long)&grid[2] + *r  // 8:5
// }
