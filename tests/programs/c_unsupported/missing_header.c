// expect: 2 missing_header.c:2:
#include <no_such_header_anywhere.h>
int main(void) { return 0; }
