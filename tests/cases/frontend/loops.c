// flags: show --function f
int f(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (i == 3) continue;
        if (i == 7) break;
        sum += i;
    }
    while (n > 0) n--;
    do sum--; while (sum > 10);
    return sum;
}
// output
// int f(int n)                  // loops.c:2:5
// {
//     register int sum, i
//     sum = 0                   // 3:9
//     i = 0                     // 4:14
// for.1:                        // 4:5
//     if (i >= n) goto end.3    // 4:21
//     if (i == 3) goto again.2  // 5:13
//     if (i == 7) goto end.3    // 6:13
//     sum = sum + i             // 7:9
// again.2:
//     i = i + 1                 // 4:28
//     goto for.1
// end.3:
// while.6:                      // 9:5
//     if (n <= 0) goto end.7    // 9:12
//     n = n - 1                 // 9:19
//     goto while.6
// end.7:
// do.8:                         // 10:5
//     sum = sum - 1             // 10:8
//     if (sum > 10) goto do.8   // 10:22
//     return sum                // 11:5
// }
