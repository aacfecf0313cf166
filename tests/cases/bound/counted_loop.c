// flags: show --bounded --unwind 1
// The number of rounds is known: all of them are there, whatever --unwind says.
int numbers[3] = {4, 5, 6};
int total;

int main(void) {
    for (int i = 0; i < 3; i++)
        total += numbers[i];
    return total;
}
// output
// int numbers[3] = {4, 5, 6}  // counted_loop.c:3:5
// int total                   // 4:5
//
// void main(void)             // counted_loop.c:6:5
// {
//          total = 4          // 8:9
//          total = 9
//          total = 15
//    0:    exit process (15)  // 6:5
// }
//
// visible points: main 1
