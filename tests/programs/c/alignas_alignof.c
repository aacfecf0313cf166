// _Alignas and _Alignof on types, objects and members; max_align_t.
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct s { char c; _Alignas(16) int i; char d; };
struct t { alignas(double) char c; char d; };
static _Alignas(64) char buffer[10];
alignas(32) static int number = 4;
static _Alignas(int) _Alignas(8) char both;

int main(void) {
    printf("%zu %zu %zu %zu\n", _Alignof(char), _Alignof(short), _Alignof(int), alignof(float));
    printf("%zu %zu %zu\n", _Alignof(long), _Alignof(void *), _Alignof(double));
    printf("%zu %zu %zu\n", sizeof(struct s), _Alignof(struct s), offsetof(struct s, i));
    printf("%zu %zu\n", offsetof(struct s, d), sizeof(struct t));
    printf("%d %d %d\n", (int)((uintptr_t)buffer % 64), (int)((uintptr_t)&number % 32), (int)((uintptr_t)&both % 8));
    _Alignas(128) int local = 5;
    printf("%d %d\n", (int)((uintptr_t)&local % 128), local);
    printf("%zu\n", _Alignof(max_align_t) >= 8 ? (size_t)1 : 0);
    printf("%zu %zu\n", _Alignof(int[10]), _Alignof(struct { char c; short s; }));
    printf("%zu\n", __alignof__(number));
    struct s array[2] = {{'a', 1, 'b'}, {'c', 2, 'd'}};
    printf("%d %d\n", array[1].i, (int)((uintptr_t)&array[1].i % 16));
    _Alignas(4) char bytes[4] = {1, 0, 0, 0};
    printf("%d\n", (int)((uintptr_t)bytes % 4));
    return number;
}
