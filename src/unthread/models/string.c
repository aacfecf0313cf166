/* <string.h> and <strings.h>: byte loops without tricks, because they are unwound. */

#include <unthread.h>

typedef __SIZE_TYPE__ size_t;
typedef unsigned char byte;

void *malloc(size_t size);

/* ---- memory ---- */

void *memcpy(void *restrict target, const void *restrict source, size_t count)
{
    byte *to = target;
    const byte *from = source;
    /* Compared as numbers: the pointers may belong to different objects. The same place is not an overlap: compilers
       copy a struct to itself like this. */
    size_t apart = (size_t)to < (size_t)from ? (size_t)from - (size_t)to : (size_t)to - (size_t)from;
    __ut_assert(apart == 0 || apart >= count, "memory", "memcpy between objects that overlap");
    for (size_t i = 0; i < count; i++)
        to[i] = from[i];
    return target;
}

void *mempcpy(void *restrict target, const void *restrict source, size_t count)
{
    return (byte *)memcpy(target, source, count) + count;
}

void *memmove(void *target, const void *source, size_t count)
{
    byte *to = target;
    const byte *from = source;
    /* Compared as numbers: the pointers may belong to different objects. */
    if ((size_t)to <= (size_t)from)
        for (size_t i = 0; i < count; i++)
            to[i] = from[i];
    else
        for (size_t i = count; i > 0; i--)
            to[i - 1] = from[i - 1];
    return target;
}

void *memset(void *target, int value, size_t count)
{
    byte *to = target;
    for (size_t i = 0; i < count; i++)
        to[i] = (byte)value;
    return target;
}

void bzero(void *target, size_t count)
{
    memset(target, 0, count);
}

void explicit_bzero(void *target, size_t count)
{
    memset(target, 0, count);
}

void bcopy(const void *source, void *target, size_t count)
{
    memmove(target, source, count);
}

int memcmp(const void *left, const void *right, size_t count)
{
    const byte *a = left, *b = right;
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i])
            return a[i] - b[i];
    return 0;
}

int bcmp(const void *left, const void *right, size_t count)
{
    return memcmp(left, right, count);
}

void *memchr(const void *memory, int wanted, size_t count)
{
    const byte *bytes = memory;
    for (size_t i = 0; i < count; i++)
        if (bytes[i] == (byte)wanted)
            return (void *)(bytes + i);
    return 0;
}

void *memrchr(const void *memory, int wanted, size_t count)
{
    const byte *bytes = memory;
    for (size_t i = count; i > 0; i--)
        if (bytes[i - 1] == (byte)wanted)
            return (void *)(bytes + i - 1);
    return 0;
}

void *rawmemchr(const void *memory, int wanted)
{
    const byte *bytes = memory;
    while (*bytes != (byte)wanted)
        bytes++;
    return (void *)bytes;
}

void *memccpy(void *restrict target, const void *restrict source, int last, size_t count)
{
    byte *to = target;
    const byte *from = source;
    for (size_t i = 0; i < count; i++) {
        to[i] = from[i];
        if (from[i] == (byte)last)
            return to + i + 1;
    }
    return 0;
}

void *memmem(const void *memory, size_t size, const void *wanted, size_t length)
{
    const byte *bytes = memory;
    if (length > size)
        return 0;
    for (size_t i = 0; i <= size - length; i++)
        if (memcmp(bytes + i, wanted, length) == 0)
            return (void *)(bytes + i);
    return 0;
}

/* ---- lengths and copies ---- */

size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length] != 0)
        length++;
    return length;
}

size_t strnlen(const char *text, size_t limit)
{
    size_t length = 0;
    while (length < limit && text[length] != 0)
        length++;
    return length;
}

char *stpcpy(char *restrict target, const char *restrict source)
{
    while ((*target = *source) != 0) {
        target++;
        source++;
    }
    return target;
}

char *strcpy(char *restrict target, const char *restrict source)
{
    stpcpy(target, source);
    return target;
}

char *stpncpy(char *restrict target, const char *restrict source, size_t count)
{
    size_t length = strnlen(source, count);
    for (size_t i = 0; i < count; i++)
        target[i] = i < length ? source[i] : 0;
    return target + length;
}

char *strncpy(char *restrict target, const char *restrict source, size_t count)
{
    stpncpy(target, source, count);
    return target;
}

char *strcat(char *restrict target, const char *restrict source)
{
    stpcpy(target + strlen(target), source);
    return target;
}

char *strncat(char *restrict target, const char *restrict source, size_t count)
{
    char *end = target + strlen(target);
    size_t length = strnlen(source, count);
    memcpy(end, source, length);
    end[length] = 0;
    return target;
}

size_t strlcpy(char *restrict target, const char *restrict source, size_t size)
{
    size_t length = strlen(source);
    if (size > 0) {
        size_t kept = length < size ? length : size - 1;
        memcpy(target, source, kept);
        target[kept] = 0;
    }
    return length;
}

size_t strlcat(char *restrict target, const char *restrict source, size_t size)
{
    size_t length = strnlen(target, size);
    return length + strlcpy(target + length, source, size - length);
}

char *strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy == 0 ? 0 : memcpy(copy, text, size);
}

char *strndup(const char *text, size_t limit)
{
    size_t length = strnlen(text, limit);
    char *copy = malloc(length + 1);
    if (copy == 0)
        return 0;
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

/* ---- comparisons ---- */

int strncmp(const char *left, const char *right, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        byte a = (byte)left[i], b = (byte)right[i];
        if (a != b || a == 0)
            return a - b;
    }
    return 0;
}

int strcmp(const char *left, const char *right)
{
    while (*left != 0 && *left == *right) {
        left++;
        right++;
    }
    return (byte)*left - (byte)*right;
}

int strcoll(const char *left, const char *right)
{
    return strcmp(left, right);
}

size_t strxfrm(char *restrict target, const char *restrict source, size_t size)
{
    return strlcpy(target, source, size);
}

static int lower(char c)
{
    int value = (byte)c;
    return value >= 'A' && value <= 'Z' ? value + ('a' - 'A') : value;
}

int strncasecmp(const char *left, const char *right, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int a = lower(left[i]), b = lower(right[i]);
        if (a != b || a == 0)
            return a - b;
    }
    return 0;
}

int strcasecmp(const char *left, const char *right)
{
    return strncasecmp(left, right, (size_t)-1);
}

/* ---- searches ---- */

char *strchrnul(const char *text, int wanted)
{
    while (*text != 0 && *text != (char)wanted)
        text++;
    return (char *)text;
}

char *strchr(const char *text, int wanted)
{
    char *found = strchrnul(text, wanted);
    return *found == (char)wanted ? found : 0;
}

char *index(const char *text, int wanted)
{
    return strchr(text, wanted);
}

char *strrchr(const char *text, int wanted)
{
    const char *found = 0;
    do {
        if (*text == (char)wanted)
            found = text;
    } while (*text++ != 0);
    return (char *)found;
}

char *rindex(const char *text, int wanted)
{
    return strrchr(text, wanted);
}

static _Bool starts_with(const char *text, const char *prefix)
{
    for (; *prefix != 0; text++, prefix++)
        if (*text != *prefix)
            return 0;
    return 1;
}

char *strstr(const char *text, const char *wanted)
{
    for (;; text++) {
        if (starts_with(text, wanted))
            return (char *)text;
        if (*text == 0)
            return 0;
    }
}

static _Bool starts_with_any_case(const char *text, const char *prefix)
{
    for (; *prefix != 0; text++, prefix++)
        if (lower(*text) != lower(*prefix))
            return 0;
    return 1;
}

char *strcasestr(const char *text, const char *wanted)
{
    for (;; text++) {
        if (starts_with_any_case(text, wanted))
            return (char *)text;
        if (*text == 0)
            return 0;
    }
}

static _Bool is_among(char c, const char *set)
{
    for (; *set != 0; set++)
        if (*set == c)
            return 1;
    return 0;
}

size_t strspn(const char *text, const char *accepted)
{
    size_t length = 0;
    while (text[length] != 0 && is_among(text[length], accepted))
        length++;
    return length;
}

size_t strcspn(const char *text, const char *rejected)
{
    size_t length = 0;
    while (text[length] != 0 && !is_among(text[length], rejected))
        length++;
    return length;
}

char *strpbrk(const char *text, const char *accepted)
{
    text += strcspn(text, accepted);
    return *text != 0 ? (char *)text : 0;
}

/* ---- tokens ---- */

char *strsep(char **restrict rest, const char *restrict delimiters)
{
    char *token = *rest;
    if (token == 0)
        return 0;
    char *end = token + strcspn(token, delimiters);
    *rest = *end != 0 ? end + 1 : 0;
    *end = 0;
    return token;
}

char *strtok_r(char *restrict text, const char *restrict delimiters, char **restrict rest)
{
    char *token = text != 0 ? text : *rest;
    token += strspn(token, delimiters);
    char *end = token + strcspn(token, delimiters);
    *rest = *end != 0 ? end + 1 : end;
    if (end == token)
        return 0;
    *end = 0;
    return token;
}

char *__strtok_r(char *restrict text, const char *restrict delimiters, char **restrict rest)
{
    return strtok_r(text, delimiters, rest);
}

/* One position for all threads, which is why strtok is not safe in threads. */
char *strtok(char *restrict text, const char *restrict delimiters)
{
    static char *rest;
    return strtok_r(text, delimiters, &rest);
}

/* ---- messages: the texts are the system's business, so one stands for all ---- */

/* Numbers have different texts, as far as these go; nobody can tell which. */
static char error_texts[8][8] = {"Error 0", "Error 1", "Error 2", "Error 3",
                                 "Error 4", "Error 5", "Error 6", "Error 7"};

char *strerror(int number)
{
    return error_texts[(unsigned int)number % 8];
}

char *strsignal(int number)
{
    return error_texts[(unsigned int)number % 8];
}

/* The GNU form returns the text, the POSIX form (the other name) fills the buffer. */
char *strerror_r(int number, char *buffer, size_t size)
{
    strlcpy(buffer, strerror(number), size);
    return buffer;
}

int __xpg_strerror_r(int number, char *buffer, size_t size)
{
    strerror_r(number, buffer, size);
    return 0;
}

/* ---- first bit set ---- */

int ffsll(long long value)
{
    unsigned long long bits = (unsigned long long)value;
    for (int i = 0; i < 64; i++)
        if (bits >> i & 1)
            return i + 1;
    return 0;
}

int ffsl(long value)
{
    return ffsll(value);
}

int ffs(int value)
{
    return ffsll(value);
}

/* ---- names that fortified headers call; the size of the target is checked at each access --- */

void *__memcpy_chk(void *target, const void *source, size_t count, size_t size)
{
    (void)size;
    return memcpy(target, source, count);
}

void *__mempcpy_chk(void *target, const void *source, size_t count, size_t size)
{
    (void)size;
    return mempcpy(target, source, count);
}

void *__memmove_chk(void *target, const void *source, size_t count, size_t size)
{
    (void)size;
    return memmove(target, source, count);
}

void *__memset_chk(void *target, int value, size_t count, size_t size)
{
    (void)size;
    return memset(target, value, count);
}

char *__strcpy_chk(char *target, const char *source, size_t size)
{
    (void)size;
    return strcpy(target, source);
}

char *__stpcpy_chk(char *target, const char *source, size_t size)
{
    (void)size;
    return stpcpy(target, source);
}

char *__strncpy_chk(char *target, const char *source, size_t count, size_t size)
{
    (void)size;
    return strncpy(target, source, count);
}

char *__strcat_chk(char *target, const char *source, size_t size)
{
    (void)size;
    return strcat(target, source);
}

char *__strncat_chk(char *target, const char *source, size_t count, size_t size)
{
    (void)size;
    return strncat(target, source, count);
}
