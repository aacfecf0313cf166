// flags: run
#define HALF(x) ((x) / zero)
int main(void) {
    int zero = 0;
    return HALF(8);
}
// output
// macro_position.c:5:5: violation (arith): division by zero
//         return HALF(8);
//         ^
//   thread 0, in main (macro_position.c:5:5)
// exit 10
