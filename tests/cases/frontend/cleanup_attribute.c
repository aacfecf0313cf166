// flags: show --function f
void done(int *);
int f(int n) {
    int a __attribute__((cleanup(done))) = n;
    if (n) return a;
    { int b __attribute__((cleanup(done))) = 2; goto out; }
out:
    return 0;
}
// output
// int f(int n)             // cleanup_attribute.c:3:5
// {
//     register int t2, t3
//     declare int a        // 4:9
//     a = n                // 4:44
//     if (!n) goto end.1   // 5:9
//     t2 = a               // 5:12
//     done(&a)
//     return t2
// end.1:
//     declare int b        // 6:11
//     b = 2
//     done(&b)             // 6:49
//     t3 = 0               // 8:5
//     done(&a)
//     return t3
// }
