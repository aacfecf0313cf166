// flags: show --bounded
// A function without a body is assumed to return anything and to change nothing.
int outside(int n);
int value;

int main(void) {
    value = outside(3);
    return 0;
}
// output
// int value  // undefined.c:4:5
//
// void main(void)                 // undefined.c:6:5
// {
//          t1 = input(outside())  // 7:13
//          value = t1             // 7:5
//    0:    exit process (0)       // 6:5
// }
//
// visible points: main 1
// assumed: 'outside' has no body: it returns any value and changes nothing
