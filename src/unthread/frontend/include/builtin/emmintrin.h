/* Programs include this for the spin hint and the fences; vectors are not provided. */
#include <xmmintrin.h>
