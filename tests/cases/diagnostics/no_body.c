// flags: run
int elsewhere(int);
int main(void) {
    return elsewhere(3);
}
// output
// no_body.c:4:12: error: call of 'elsewhere', which has neither a body nor a model
//         return elsewhere(3);
//                ^
//   hint: add the file that defines it, or let undefined functions return any value
// exit 2
