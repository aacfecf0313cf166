// expect: 2 main
int helper(void) { return 1; }
