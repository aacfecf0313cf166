// Unsigned bit-fields: truncation on store, packing, expressions over them.
#include <stdio.h>

struct color { unsigned red : 5, green : 6, blue : 5; };
struct header { unsigned version : 4; unsigned length : 4; unsigned type : 8; unsigned id : 16; };

static unsigned pack(struct color c) { return c.red | c.green << 5 | c.blue << 11; }
static struct color unpack(unsigned v) { struct color c = {v & 31, v >> 5 & 63, v >> 11 & 31}; return c; }

int main(void) {
    struct color c = {31, 63, 31};
    printf("%u %u %u %x\n", c.red, c.green, c.blue, pack(c));
    c.red = 33;
    c.green = 100;
    c.blue = -1;
    printf("%u %u %u\n", c.red, c.green, c.blue);
    struct color d = unpack(0xABCD);
    printf("%u %u %u %x\n", d.red, d.green, d.blue, pack(d));
    struct header h = {.version = 4, .length = 5, .type = 0x11, .id = 54321};
    printf("%u %u %u %u %zu\n", h.version, h.length, h.type, h.id, sizeof h);
    int stored = (h.version = 21);
    printf("%d %d\n", stored, h.version);
    h.type = h.type * 16 + h.length;
    printf("%u\n", h.type);
    h.id = ~h.id;
    printf("%u\n", h.id);
    struct header *p = &h;
    p->length = p->version + p->length;
    printf("%u\n", p->length);
    struct header copy = *p;
    copy.id = 1;
    printf("%u %u\n", copy.id, h.id);
    printf("%d\n", h.version - 10 < 0);
    struct color array[3] = {{1, 2, 3}, {4, 5, 6}};
    array[2] = array[1];
    array[2].green = 60;
    printf("%u %u %u\n", array[1].green, array[2].green, array[2].blue);
    return h.length;
}
