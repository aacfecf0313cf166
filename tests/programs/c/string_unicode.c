// u8, u and U string literals and character constants: encodings, sizes, surrogates.
#include <stdio.h>
#include <uchar.h>

int main(void) {
    const char eight[] = u8"z\u00df\u6c34\U0001F34C";
    const char16_t sixteen[] = u"z\u00df\u6c34\U0001F34C";
    const char32_t thirty_two[] = U"z\u00df\u6c34\U0001F34C";
    printf("%zu %zu %zu\n", sizeof eight, sizeof sixteen, sizeof thirty_two);
    for (unsigned i = 0; i < sizeof eight; i++) printf("%02x ", (unsigned char)eight[i]);
    printf("\n");
    for (unsigned i = 0; i < sizeof sixteen / sizeof *sixteen; i++) printf("%04x ", sixteen[i]);
    printf("\n");
    for (unsigned i = 0; i < sizeof thirty_two / sizeof *thirty_two; i++) printf("%08x ", (unsigned)thirty_two[i]);
    printf("\n");
    printf("%x %x\n", u'\u20ac', (unsigned)U'\U0001F600');
    printf("%zu %zu\n", sizeof u'a', sizeof U'a');
    printf("%s\n", u8"plain");
    const char16_t *joined = u"ab" u"cd" "e";
    int n = 0;
    while (joined[n]) n++;
    printf("%d\n", n);
    char16_t max = u'\uffff';
    max++;
    printf("%d\n", max);
    printf("%d\n", (char32_t)-1 > 0);
    return sixteen[0] & 0x3F;
}
