// flags: show --function f --atomic-statements
int x, y;
int g(int);
void f(void) {
    x++;
    x = y;
    int z = x + y;
    y = g(x) + x;
}
// output
// void f(void)                            // atomic_statements.c:4:6
// {
//     register int t2, t3, z, t4, t7, t8
//     begin atomic                        // 5:5
//     t2 = x + 1
//     x = t2
//     end atomic
//     begin atomic                        // 6:9
//     t3 = y
//     x = t3                              // 6:5
//     end atomic
//     begin atomic                        // 7:13
//     t4 = x
//     z = t4 + y                          // 7:9
//     end atomic
//     t7 = g(x)                           // 8:9
//     begin atomic                        // 8:16
//     t8 = x
//     y = t7 + t8                         // 8:5
//     end atomic
//     return                              // 4:14
// }
