// flags: show --function f
int f(int c) {
    int never, maybe, always;
    if (c) maybe = 1;
    if (c) always = 2; else always = 3;
    return maybe + always;
}
// output
// int f(int c)                    // uninitialized.c:2:5
// {
//     register int maybe, always
//     maybe = input(maybe)        // 3:16
//     if (!c) goto end.1          // 4:9
//     maybe = 1                   // 4:12
// end.1:
//     if (!c) goto else.2         // 5:9
//     always = 2                  // 5:12
//     goto end.3
// else.2:
//     always = 3                  // 5:29
// end.3:
//     return maybe + always       // 6:5
// }
