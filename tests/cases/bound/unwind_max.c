// flags: show --bounded --unwind 1 --unwind-max 2
// Three rounds are known, but more than --unwind-max: the loop is bounded like any other.
int total;

int main(void) {
    for (int i = 0; i < 3; i++)
        total++;
    return 0;
}
// output
// int total  // unwind_max.c:3:5
//
// void main(void)                                  // unwind_max.c:5:5
// {
//          total = 1                               // 7:9
//          cut: more than 1 iteration of the loop  // 6:5
// }
//
// visible points: main 0
// cut: more than 1 iteration of the loop, at unwind_max.c:6:5
