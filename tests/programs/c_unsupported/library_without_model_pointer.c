// expect: 5 unsupported: modf
// Nor is it when it is called through a pointer
#include <math.h>

static double (*split)(double, double *) = modf;

int main(void)
{
    double whole = 0;
    split(2.5, &whole);
    return whole == 0;
}
