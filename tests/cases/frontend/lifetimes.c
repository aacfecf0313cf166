// flags: show --function f
void use(const int *);
void f(int n) {
    for (int i = 0; i < n; i++) {
        int x = i;
        use(&x);
        if (n > 5) break;
    }
    int vla[n];
    use(vla);
}
// output
// void f(int n)                       // lifetimes.c:3:6
// {
//     register int i, *vla
//     i = 0                           // 4:14
// for.1:                              // 4:5
//     if (i >= n) goto end.3          // 4:21
//     declare int x                   // 5:13
//     x = i                           // 5:17
//     use(&x)                         // 6:9
//     if (n <= 5) goto end.4          // 7:13
//     discard x                       // 7:20
//     goto end.3
// end.4:
//     discard x
//     i = i + 1                       // 4:28
//     goto for.1
// end.3:
//     vla = allocate stack (n * 4UL)  // 9:13
//     use(vla)                        // 10:5
//     free stack (vla)
//     return                          // 3:15
// }
