// flags: show --function f
int f(int a, unsigned b, long long c, double d, char *s) {
    a = a ? b : c;
    b = a ?: (int)d;
    c = (a++, b--) + ~a - !b;
    d = -d * a / b;
    a = ({ int t = a * 2; t + 1; });
    a = sizeof(c) + _Generic(d, int: 1, double: 2) + __builtin_popcount(b);
    s[a % 3] <<= 2;
    return a > b && d < 1.0 || s == 0;
}
// output
// int f(int a, unsigned int b, long long c, double d, char *s)  // expressions.c:2:5
// {
//     register unsigned int t1
//     register int t
//     register char t3
//     a = a ? b : c                              // 3:5
//     b = a ? a : (int)d                         // 4:5
//     a = a + 1                                  // 5:10
//     t1 = b                                     // 5:15
//     b = t1 - 1
//     c = t1 + ~a - !b                           // 5:5
//     d = -d * a / b                             // 6:5
//     t = a * 2                                  // 7:16
//     a = t + 1                                  // 7:5
//     a = 10 + (unsigned long)(int)popcount(b)   // 8:5
//     t3 = s[a % 3] << 2                         // 9:5
//     s[a % 3] = t3
//     return (a > b ? d < 1.0 : 0) ? 1 : s == 0  // 10:5
// }
