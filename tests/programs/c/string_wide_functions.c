// <wchar.h> strings and <locale.h>
#include <locale.h>
#include <stdio.h>
#include <wchar.h>

int main(void)
{
    wchar_t text[16];
    puts(setlocale(LC_ALL, "C"));
    puts(setlocale(LC_NUMERIC, NULL));
    wcscpy(text, L"h\u00e9");
    wcscat(text, L"llo");
    printf("%zu %x\n", wcslen(text), (unsigned)text[1]);
    printf("%d %d %d\n", wcscmp(text, L"h\u00e9llo"), wcscmp(L"a", L"b") < 0, wcsncmp(text, L"hex", 1));
    printf("%td %d\n", wcschr(text, L'o') - text, wcschr(text, L'z') == NULL);
    wmemset(text, L'x', 3);
    wcsncpy(text + 1, L"q", 3);
    printf("%x %x %x %x\n", (unsigned)text[0], (unsigned)text[1], (unsigned)text[2], (unsigned)text[4]);
    return (int)wcslen(wmemcpy(text, L"abc", 4));
}
