// flags: show --function f
int f(int n) {
    static void *table[] = { &&one, &&two };
again:
    if (n > 10) goto out;
    goto *table[n & 1];
one: n += 2; goto again;
two: { int inner = n; n = inner * 2; goto again; }
out:
    return n;
}
// output
// int f(int n)                       // gotos.c:2:5
// {
//     register void *t1
//     register int inner
// again:                             // 4:1
//     if (n > 10) goto out           // 5:9
//     t1 = table[n & 1]              // 6:11
//     if (t1 == (void *)1) goto one  // 6:5
//     if (t1 == (void *)2) goto two
//     assert (0) else memory: "goto to something that is not a label"
// one:                               // 7:1
//     n = n + 2                      // 7:6
//     goto again                     // 7:14
// two:                               // 8:1
//     inner = n                      // 8:12
//     n = inner * 2                  // 8:23
//     goto again                     // 8:38
// out:                               // 9:1
//     return n                       // 10:5
// }
