// main has its name as its only argument, and what comes after reading it is reached.
#include <assert.h>
int main(int argc, char **argv) {
    assert(argc >= 1);
    assert(argv[argc] == 0);
    char c = argv[0][0];
    assert(0);
    return 0;
}
