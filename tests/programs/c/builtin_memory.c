// __builtin memory and string functions, abs family, math ones with exact results.
#include <stdio.h>

struct s { int a; char text[12]; };

int main(void) {
    struct s x = {5, "source"}, y;
    __builtin_memcpy(&y, &x, sizeof x);
    printf("%d %s\n", y.a, y.text);
    __builtin_memset(y.text, '-', 5);
    printf("%s\n", y.text);
    char buffer[20] = "overlapping";
    __builtin_memmove(buffer + 4, buffer, 12);
    printf("%s\n", buffer);
    printf("%d %d\n", __builtin_memcmp("abc", "abd", 3) < 0, __builtin_memcmp("abc", "abd", 2));
    printf("%zu %zu\n", __builtin_strlen("four"), __builtin_strlen(buffer));
    printf("%d\n", __builtin_strcmp("b", "a") > 0);
    printf("%d\n", __builtin_strncmp("prefix", "present", 3));
    __builtin_strcpy(buffer, "copied");
    printf("%s %s\n", buffer, __builtin_strchr(buffer, 'p'));
    printf("%d %ld %lld\n", __builtin_abs(-3), __builtin_labs(-4l), __builtin_llabs(-5000000000ll));
    printf("%g %g\n", __builtin_fabs(-2.5), (double)__builtin_fabsf(-1.5f));
    printf("%g %g\n", __builtin_inf(), __builtin_huge_val());
    printf("%g\n", __builtin_copysign(3.0, -0.0));
    printf("%d\n", __builtin_isnan(__builtin_nan("")) != 0);
    char *block = __builtin_alloca(16);
    __builtin_memset(block, 'z', 15);
    block[15] = 0;
    printf("%s\n", block);
    int *heap = __builtin_malloc(3 * sizeof *heap);
    heap[2] = 8;
    printf("%d\n", heap[2]);
    __builtin_free(heap);
    __builtin_printf("%s %d\n", "builtin", 3);
    printf("%zu\n", __builtin_object_size(buffer, 0) ? sizeof buffer : 0);
    return y.a;
}
