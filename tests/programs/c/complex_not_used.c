// Types that are not modelled matter only where they are used
#include <stdio.h>

double _Complex unused = 1;
struct wave {
    double _Complex amplitude;
    int count;
};
struct wave *wave;
double _Complex square(double _Complex z) { return z * z; }
_Float16 half(_Float16 x) { return x / 2; }

int main(void)
{
    puts("not used");
    return 2;
}
