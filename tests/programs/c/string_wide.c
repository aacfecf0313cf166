// Wide strings and characters: element size, values, arrays, concatenation.
#include <stdio.h>
#include <wchar.h>

static const wchar_t greeting[] = L"gr\u00fc\u00df";
static wchar_t buffer[16] = L"wide";

static size_t length(const wchar_t *s) { const wchar_t *p = s; while (*p) p++; return p - s; }

int main(void) {
    printf("%zu %zu\n", sizeof greeting / sizeof *greeting, length(greeting));
    for (const wchar_t *p = greeting; *p; p++) printf("%d ", (int)*p);
    printf("\n");
    buffer[0] = L'W';
    buffer[4] = L'!';
    for (int i = 0; i < 6; i++) printf("%d ", (int)buffer[i]);
    printf("\n");
    const wchar_t *joined = L"a" L"b" "c";
    printf("%zu %d\n", length(joined), (int)joined[2]);
    printf("%zu %zu\n", sizeof L"xyz", sizeof L"");
    wchar_t c = L'\x12345';
    printf("%d %d\n", (int)c, (wchar_t)-1 < 0);
    const wchar_t *list[] = {L"one", L"three"};
    printf("%zu\n", length(list[1]));
    wchar_t local[] = {L'o', L'k', 0};
    printf("%zu %d\n", length(local), (int)*L"z");
    printf("%d\n", (int)L"index"[2]);
    return (int)length(L"12345");
}
