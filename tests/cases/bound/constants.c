// flags: show --bounded
// What is decided by known values leaves no trace: a branch, an index, a cell that nobody writes.
int mode = 2;
int table[4] = {1, 2, 3, 4};
int result;

static int pick(int which) {
    if (mode == 1)
        return -1;
    return table[which];
}

int main(void) {
    int index = 1;
    if (pick(index) == 2)
        result = pick(index + 2);
    else
        result = 99;
    return 0;
}
// output
// int mode = 2                 // constants.c:3:5
// int table[4] = {1, 2, 3, 4}  // 4:5
// int result                   // 5:5
//
// void main(void)            // constants.c:13:5
// {
//          result = 4        // 16:9
//    0:    exit process (0)  // 13:5
// }
//
// visible points: main 1
