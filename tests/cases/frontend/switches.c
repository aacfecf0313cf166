// flags: show --function f
int f(int n) {
    switch (n) {
    case 1: n++;
    case 2 ... 5: n--; break;
    default: n = 0;
    case 9: { int m = n; switch (m) { case 1: return m; } }
    }
    return n;
}
// output
// int f(int n)                              // switches.c:2:5
// {
//     register int m
//     if (n == 1) goto case.2               // 4:5
//     if (2 <= n ? n <= 5 : 0) goto case.3  // 5:5
//     if (n == 9) goto case.5               // 7:5
//     goto case.4
// case.2:                                   // 4:5
//     n = n + 1                             // 4:13
// case.3:                                   // 5:5
//     n = n - 1                             // 5:19
//     goto end.1                            // 5:24
// case.4:                                   // 6:5
//     n = 0                                 // 6:14
// case.5:                                   // 7:5
//     m = n                                 // 7:19
//     if (m != 1) goto end.6                // 7:39
//     return m                              // 7:47
// end.6:
// end.1:
//     return n                              // 9:5
// }
