// flags: run
int main(void) { return missing + 1; }
// output
// unknown_name.c:2:25: error: use of undeclared identifier 'missing'
//     int main(void) { return missing + 1; }
//                             ^
// exit 2
