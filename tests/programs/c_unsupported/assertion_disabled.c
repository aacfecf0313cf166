// expect: 3
// flags: -DNDEBUG
#include <assert.h>
int main(void) {
    assert(0);
    return 3;
}
