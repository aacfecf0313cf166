// Packed and aligned attributes: layout, unaligned access through members, alignment of objects.
#include <stdio.h>
#include <stddef.h>
#include <stdint.h>

struct __attribute__((packed)) wire { char tag; int value; short extra; long long big; };
struct half { char c; int i __attribute__((packed)); short s; };
struct wide { char c; int i __attribute__((aligned(16))); } ;
struct __attribute__((aligned(32))) block { int x; };
typedef int aligned_int __attribute__((aligned(8)));
struct uses { char c; aligned_int i; };
#pragma pack(push, 2)
struct two { char c; int i; double d; };
#pragma pack(pop)

int main(void) {
    printf("%zu %zu %zu %zu\n", sizeof(struct wire), offsetof(struct wire, value), offsetof(struct wire, extra), offsetof(struct wire, big));
    printf("%zu %zu %zu\n", sizeof(struct half), offsetof(struct half, i), offsetof(struct half, s));
    printf("%zu %zu %zu\n", sizeof(struct wide), offsetof(struct wide, i), _Alignof(struct wide));
    printf("%zu %zu\n", sizeof(struct block), _Alignof(struct block));
    printf("%zu %zu\n", sizeof(struct uses), offsetof(struct uses, i));
    printf("%zu %zu %zu\n", sizeof(struct two), offsetof(struct two, i), offsetof(struct two, d));
    struct wire w = {1, 0x11223344, -2, 0x0102030405060708ll};
    w.value++;
    w.big += 0x10;
    printf("%d %x %d %llx\n", w.tag, w.value, w.extra, (unsigned long long)w.big);
    unsigned char *bytes = (unsigned char *)&w;
    for (unsigned i = 0; i < sizeof w; i++) printf("%02x", bytes[i]);
    printf("\n");
    struct wire array[3] = {{.value = 5}, {.value = 6}, {.value = 7}};
    int sum = 0;
    for (int i = 0; i < 3; i++) sum += array[i].value;
    printf("%d %d\n", sum, (int)((char *)&array[1] - (char *)array));
    struct block blocks[2];
    printf("%d %d\n", (int)((uintptr_t)&blocks[0] % 32), (int)((uintptr_t)&blocks[1] % 32));
    struct half h = {'h', -7, 9};
    h.i *= h.s;
    printf("%d\n", h.i);
    int aligned __attribute__((aligned(64))) = 3;
    printf("%d %d\n", aligned, (int)((uintptr_t)&aligned % 64));
    struct two t = {1, 2, 3.5};
    printf("%g\n", t.c + t.i + t.d);
    return (int)sizeof(struct wire);
}
