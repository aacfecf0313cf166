// Large objects with unknown indices, in accesses of several sizes and alignments.
// inputs: i=3 j=5 | i=77 j=301 | i=199 j=1593 | i=0 j=0
#include <string.h>

struct entry {
    short kind;
    char text[6];
    double value;
};

static long long table[200];
static struct entry entries[100];

int main(void) {
    INPUT(unsigned, i);
    INPUT(unsigned, j);
    if (i >= 200 || j >= 1594)
        return 0;
    for (int k = 0; k < 200; k++)
        table[k] = k * 0x0102030405060708LL;
    table[i] = 0x1122334455667788LL;
    CHECK(table[i]);
    CHECK(((unsigned char *)table)[j]);
    int part;
    memcpy(&part, (char *)table + j, sizeof part);
    CHECK(part);
    ((char *)table)[j + 1] = 99;
    ((int *)table)[i] += 5;
    CHECK(table[i / 2]);
    CHECK(table[j / 8]);
    memcpy((char *)table + j, &part, 3);
    CHECK(table[(j + 2) / 8]);
    entries[i / 2].kind = 7;
    entries[i / 2].value = 2.5;
    entries[i % 100].text[j % 6] = 'x';
    CHECK(entries[i / 2].kind + (int)entries[i / 2].value);
    CHECK(((char *)entries)[j]);
    CHECK(((short *)entries)[j / 2]);
    CHECK(entries[j % 100].text[i % 6]);
    return DONE;
}
