/* <wchar.h>: strings of wide characters. */

typedef __SIZE_TYPE__ size_t;
typedef __WCHAR_TYPE__ wchar_t;

size_t wcslen(const wchar_t *text)
{
    size_t length = 0;
    while (text[length] != 0)
        length++;
    return length;
}

wchar_t *wcscpy(wchar_t *restrict target, const wchar_t *restrict source)
{
    size_t i = 0;
    while ((target[i] = source[i]) != 0)
        i++;
    return target;
}

wchar_t *wcsncpy(wchar_t *restrict target, const wchar_t *restrict source, size_t limit)
{
    size_t i = 0;
    for (; i < limit && source[i] != 0; i++)
        target[i] = source[i];
    for (; i < limit; i++)
        target[i] = 0;
    return target;
}

wchar_t *wcscat(wchar_t *restrict target, const wchar_t *restrict source)
{
    wcscpy(target + wcslen(target), source);
    return target;
}

int wcsncmp(const wchar_t *left, const wchar_t *right, size_t limit)
{
    for (size_t i = 0; i < limit; i++) {
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
        if (left[i] == 0)
            break;
    }
    return 0;
}

int wcscmp(const wchar_t *left, const wchar_t *right)
{
    return wcsncmp(left, right, (size_t)-1);
}

wchar_t *wcschr(const wchar_t *text, wchar_t wanted)
{
    for (;; text++) {
        if (*text == wanted)
            return (wchar_t *)text;
        if (*text == 0)
            return 0;
    }
}

wchar_t *wmemset(wchar_t *target, wchar_t value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        target[i] = value;
    return target;
}

wchar_t *wmemcpy(wchar_t *restrict target, const wchar_t *restrict source, size_t count)
{
    for (size_t i = 0; i < count; i++)
        target[i] = source[i];
    return target;
}
