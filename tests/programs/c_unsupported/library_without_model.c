// expect: 5 library_without_model.c:8:5: unsupported: 'modf', which has no model (--stub FILE)
// A library function that writes memory is not taken for one that changes nothing
#include <math.h>

int main(void)
{
    double whole = 0;
    modf(2.5, &whole);
    return whole == 0;
}
