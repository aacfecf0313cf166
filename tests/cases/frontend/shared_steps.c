// flags: show
int x, y, a[4];
_Atomic int c;
void f(int *p, int i) {
    x++;
    x = y;
    a[i] += a[i + 1];
    c++;
    c = c + 1;
    *p = x && y;
    if (x || *p > 2) y = 0;
}
// output
// int x           // shared_steps.c:2:5
// int y           // 2:8
// int a[4]        // 2:11
// _Atomic(int) c  // 3:13
//
// void f(int *p, int i)        // shared_steps.c:4:6
// {
//     register int t2, t3, t4, t6, t8, t9, t10, t12
//     t2 = x + 1               // 5:5
//     x = t2
//     t3 = y                   // 6:9
//     x = t3                   // 6:5
//     t4 = a[i + 1]            // 7:13
//     t6 = a[i] + t4           // 7:5
//     a[i] = t6
//     begin atomic             // 8:5
//     t8 = c + 1
//     c = t8
//     end atomic
//     t9 = c                   // 9:9
//     c = t9 + 1               // 9:5
//     t10 = x                  // 10:10
//     t12 = !!t10
//     if (!t10) goto L.1
//     t12 = !!y
// L.1:
//     *p = t12                 // 10:5
//     if (x) goto L.3          // 11:9
//     if (*p <= 2) goto end.2  // 11:14
// L.3:
//     y = 0                    // 11:22
// end.2:
//     return                   // 4:23
// }
