// flags: show --function mian
int main(void) { return 0; }
// output
// unthread: error: function 'mian' does not exist
//   hint: did you mean 'main'?
// exit 2
