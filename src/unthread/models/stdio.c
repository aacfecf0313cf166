/* <stdio.h>. Output on the standard streams is the interpreter's; a file that was opened
   takes what is written and gives any bytes when read. */

#include "files.h"

enum { END = -1 };

/* What FILE * points to: 0, 1, 2 for the standard streams, other numbers for an opened file. */
struct stream {
    int number;
    _Bool at_end;
    int returned; /* a byte given back by ungetc, plus one; otherwise zero */
};
typedef struct stream FILE; /* the name clang expects in the types of library functions */

static FILE standard_streams[3] = {{.number = 0}, {.number = 1}, {.number = 2}};
FILE *stdin = &standard_streams[0];
FILE *stdout = &standard_streams[1];
FILE *stderr = &standard_streams[2];

void *malloc(size_t size);
void *realloc(void *memory, size_t size);
int close(int file);
double strtod(const char *restrict text, char **restrict end);

/* ---- formatted output ---- */

static int print_to(FILE *file, const char *format, void *arguments)
{
    int number = file->number;
    if (number == 1)
        return __ut_print(1, format, arguments);
    if (number == 2)
        return __ut_print(2, format, arguments);
    return __ut_format(0, 0, format, arguments);
}

static int print_into(char *buffer, const char *format, void *arguments)
{
    return __ut_format(buffer, (size_t)-1 / 2, format, arguments);
}

static int print_new(char **result, const char *format, void *arguments)
{
    int length = __ut_format(0, 0, format, arguments);
    *result = malloc((size_t)length + 1);
    if (*result == 0)
        return -1;
    return print_into(*result, format, arguments);
}

int printf(const char *restrict format, ...)
{
    return __ut_print(1, format, __ut_varargs());
}

int fprintf(FILE *restrict file, const char *restrict format, ...)
{
    return print_to(file, format, __ut_varargs());
}

/* A stream keeps nothing, so what goes over a pipe would be lost. */
static void check_is_no_channel(int descriptor)
{
    if (descriptor > 2 && channel_of(descriptor) != 0)
        __ut_unmodelled("a pipe as a stream");
}

int dprintf(int descriptor, const char *restrict format, ...)
{
    check_is_no_channel(descriptor);
    FILE file = {.number = descriptor};
    return print_to(&file, format, __ut_varargs());
}

int sprintf(char *restrict buffer, const char *restrict format, ...)
{
    return print_into(buffer, format, __ut_varargs());
}

int snprintf(char *restrict buffer, size_t limit, const char *restrict format, ...)
{
    return __ut_format(buffer, limit, format, __ut_varargs());
}

int asprintf(char **restrict result, const char *restrict format, ...)
{
    return print_new(result, format, __ut_varargs());
}

int vprintf(const char *restrict format, __builtin_va_list list)
{
    return __ut_print(1, format, __UT_CURSOR(list));
}

int vfprintf(FILE *restrict file, const char *restrict format, __builtin_va_list list)
{
    return print_to(file, format, __UT_CURSOR(list));
}

int vdprintf(int descriptor, const char *restrict format, __builtin_va_list list)
{
    check_is_no_channel(descriptor);
    FILE file = {.number = descriptor};
    return print_to(&file, format, __UT_CURSOR(list));
}

int vsprintf(char *restrict buffer, const char *restrict format, __builtin_va_list list)
{
    return print_into(buffer, format, __UT_CURSOR(list));
}

int vsnprintf(char *restrict buffer, size_t limit, const char *restrict format,
              __builtin_va_list list)
{
    return __ut_format(buffer, limit, format, __UT_CURSOR(list));
}

int vasprintf(char **restrict result, const char *restrict format, __builtin_va_list list)
{
    return print_new(result, format, __UT_CURSOR(list));
}

/* Fortified headers call these. The size of the buffer is checked at each access. */
int __printf_chk(int flag, const char *format, ...)
{
    (void)flag;
    return __ut_print(1, format, __ut_varargs());
}

int __fprintf_chk(FILE *file, int flag, const char *format, ...)
{
    (void)flag;
    return print_to(file, format, __ut_varargs());
}

int __dprintf_chk(int descriptor, int flag, const char *format, ...)
{
    (void)flag;
    check_is_no_channel(descriptor);
    FILE file = {.number = descriptor};
    return print_to(&file, format, __ut_varargs());
}

int __sprintf_chk(char *buffer, int flag, size_t size, const char *format, ...)
{
    (void)flag, (void)size;
    return print_into(buffer, format, __ut_varargs());
}

int __snprintf_chk(char *buffer, size_t limit, int flag, size_t size, const char *format, ...)
{
    (void)flag, (void)size;
    return __ut_format(buffer, limit, format, __ut_varargs());
}

int __asprintf_chk(char **result, int flag, const char *format, ...)
{
    (void)flag;
    return print_new(result, format, __ut_varargs());
}

int __vprintf_chk(int flag, const char *format, __builtin_va_list list)
{
    (void)flag;
    return __ut_print(1, format, __UT_CURSOR(list));
}

int __vfprintf_chk(FILE *file, int flag, const char *format, __builtin_va_list list)
{
    (void)flag;
    return print_to(file, format, __UT_CURSOR(list));
}

int __vsprintf_chk(char *buffer, int flag, size_t size, const char *format,
                   __builtin_va_list list)
{
    (void)flag, (void)size;
    return print_into(buffer, format, __UT_CURSOR(list));
}

int __vsnprintf_chk(char *buffer, size_t limit, int flag, size_t size, const char *format,
                    __builtin_va_list list)
{
    (void)flag, (void)size;
    return __ut_format(buffer, limit, format, __UT_CURSOR(list));
}

/* ---- plain output ---- */

int fputc(int c, FILE *file)
{
    long slot = (unsigned char)c;
    print_to(file, "%c", &slot);
    return (unsigned char)c;
}

int putc(int c, FILE *file)
{
    return fputc(c, file);
}

int putc_unlocked(int c, FILE *file)
{
    return fputc(c, file);
}

int fputc_unlocked(int c, FILE *file)
{
    return fputc(c, file);
}

int putchar(int c)
{
    return fputc(c, stdout);
}

int putchar_unlocked(int c)
{
    return fputc(c, stdout);
}

/* Unlike printf, these two do not know the null pointer. */
int fputs(const char *restrict text, FILE *restrict file)
{
    const char *slot = text;
    (void)*text;
    return print_to(file, "%s", &slot);
}

int puts(const char *text)
{
    const char *slot = text;
    (void)*text;
    return print_to(stdout, "%s\n", &slot);
}

size_t fwrite(const void *restrict data, size_t size, size_t count, FILE *restrict file)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size * count; i++)
        fputc(bytes[i], file);
    return size == 0 ? 0 : count;
}

void perror(const char *text)
{
    const char *slot = text;
    if (text != 0 && *text != 0)
        print_to(stderr, "%s: Error\n", &slot);
    else
        print_to(stderr, "Error\n", &slot);
}

/* ---- input ---- */

int fgetc(FILE *file)
{
    int c;
    if (file->returned != 0) {
        c = file->returned - 1;
        file->returned = 0;
    } else if (file->number == 0)
        c = __ut_read_char();
    else
        c = __ut_nondet_bool() ? END : __ut_nondet_uchar();
    if (c == END)
        file->at_end = 1;
    return c;
}

int ungetc(int c, FILE *file)
{
    if (c == END || file->returned != 0)
        return END;
    file->returned = (unsigned char)c + 1;
    file->at_end = 0;
    return (unsigned char)c;
}

int getc(FILE *file)
{
    return fgetc(file);
}

int getc_unlocked(FILE *file)
{
    return fgetc(file);
}

int getchar(void)
{
    return fgetc(stdin);
}

int getchar_unlocked(void)
{
    return fgetc(stdin);
}

ssize_t getdelim(char **restrict line, size_t *restrict size, int last, FILE *restrict file)
{
    size_t length = 0;
    int c;
    if (*line == 0)
        *size = 0;
    do {
        c = fgetc(file);
        if (c == END && length == 0)
            return -1;
        if (length + 2 > *size) {
            size_t room = length + 2 < 16 ? 16 : 2 * (length + 2);
            char *larger = realloc(*line, room);
            if (larger == 0)
                return -1;
            *line = larger;
            *size = room;
        }
        if (c != END)
            (*line)[length++] = (char)c;
    } while (c != END && c != last);
    (*line)[length] = 0;
    return (ssize_t)length;
}

ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict file)
{
    return getdelim(line, size, '\n', file);
}

char *fgets(char *restrict buffer, int size, FILE *restrict file)
{
    int length = 0;
    while (length < size - 1) {
        int c = fgetc(file);
        if (c == END)
            break;
        buffer[length++] = (char)c;
        if (c == '\n')
            break;
    }
    if (length == 0)
        return 0;
    buffer[length] = 0;
    return buffer;
}

/* Nobody says how much fits: a long line is a wrong access. */
char *gets(char *buffer)
{
    int length = 0, c = fgetc(stdin);
    if (c == END)
        return 0;
    for (; c != END && c != '\n'; c = fgetc(stdin))
        buffer[length++] = (char)c;
    buffer[length] = 0;
    return buffer;
}

char *__fgets_chk(char *buffer, size_t capacity, int size, FILE *file)
{
    (void)capacity;
    return fgets(buffer, size, file);
}

size_t fread(void *restrict data, size_t size, size_t count, FILE *restrict file)
{
    unsigned char *bytes = data;
    for (size_t i = 0; i < size * count; i++) {
        int c = fgetc(file);
        if (c == END)
            return i / size;
        bytes[i] = (unsigned char)c;
    }
    return size == 0 ? 0 : count;
}

/* ---- formatted input: integers, characters and texts ---- */

struct reader {
    const char *text; /* or null, if a stream is read */
    FILE *file;
    int taken; /* bytes read so far, for %n */
};

static int take(struct reader *in)
{
    int c = END;
    if (in->text == 0)
        c = fgetc(in->file);
    else if (*in->text != 0)
        c = (unsigned char)*in->text++;
    if (c != END)
        in->taken++;
    return c;
}

static void give_back(struct reader *in, int c)
{
    if (c == END)
        return;
    in->taken--;
    if (in->text != 0)
        in->text--;
    else
        ungetc(c, in->file);
}

static _Bool is_space(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static int take_after_space(struct reader *in)
{
    int c = take(in);
    while (is_space(c))
        c = take(in);
    return c;
}

static int digit_value(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if ((c | 32) >= 'a' && (c | 32) <= 'f')
        return (c | 32) - 'a' + 10;
    return 99;
}

enum outcome { CONVERTED, MISMATCH, ENDED };

/* The longest prefix of at most `width` bytes that begins a number, as C asks of scanf. */
static enum outcome scan_integer(struct reader *in, int base, int width, unsigned long long *result)
{
    int c = take_after_space(in);
    if (c == END)
        return ENDED;
    unsigned long long value = 0;
    _Bool negative = c == '-', any = 0;
    if (c == '-' || c == '+')
        c = --width > 0 ? take(in) : END;
    if (c == '0' && (base == 0 || base == 16)) {
        any = 1;
        c = --width > 0 ? take(in) : END;
        if (c == 'x' || c == 'X') {
            base = 16; /* without digits after it still a zero, as in glibc */
            c = --width > 0 ? take(in) : END;
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    while (digit_value(c) < base) {
        value = value * (unsigned)base + (unsigned)digit_value(c);
        any = 1;
        c = --width > 0 ? take(in) : END;
    }
    give_back(in, c);
    *result = negative ? -value : value;
    return any ? CONVERTED : MISMATCH;
}

/* `size`: 2 for ll, 1 for l, 0 for none, -1 for h, -2 for hh. */
static void store_integer(void *target, int size, unsigned long long value)
{
    if (size == 2)
        *(unsigned long long *)target = value;
    else if (size == 1)
        *(unsigned long *)target = (unsigned long)value;
    else if (size == 0)
        *(unsigned int *)target = (unsigned int)value;
    else if (size == -1)
        *(unsigned short *)target = (unsigned short)value;
    else
        *(unsigned char *)target = (unsigned char)value;
}

/* A null target only skips. */
static enum outcome scan_characters(struct reader *in, int count, char *target)
{
    for (int i = 0; i < count; i++) {
        int c = take(in);
        if (c == END)
            return i == 0 ? ENDED : CONVERTED; /* fewer than asked for will do, as in glibc */
        if (target != 0)
            target[i] = (char)c;
    }
    return CONVERTED;
}

static enum outcome scan_word(struct reader *in, int width, char *target)
{
    int c = take_after_space(in), length = 0;
    if (c == END)
        return ENDED;
    while (c != END && !is_space(c)) {
        if (target != 0)
            target[length] = (char)c;
        length++;
        c = length < width ? take(in) : END;
    }
    give_back(in, c);
    if (target != 0)
        target[length] = 0;
    return CONVERTED;
}

/* ---- floating numbers: sign, digits, point, digits, power ---- */

enum { LONGEST_REAL = 60 };

static _Bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

struct real {
    char text[LONGEST_REAL + 1];
    int length;
    int left; /* characters that the width still allows */
};

/* Keeps a character and gives the next. */
static int keep(struct reader *in, struct real *real, int c)
{
    if (real->length == LONGEST_REAL)
        __ut_unmodelled("scanf of a floating number with many digits");
    real->text[real->length++] = (char)c;
    return --real->left > 0 ? take(in) : END;
}

static int keep_digits(struct reader *in, struct real *real, int c, _Bool *any)
{
    while (is_digit(c)) {
        *any = 1;
        c = keep(in, real, c);
    }
    return c;
}

static enum outcome scan_real(struct reader *in, int width, double *value)
{
    struct real real = {.left = width};
    _Bool digits = 0;
    int c = take_after_space(in);
    if (c == END)
        return ENDED;
    if (c == '-' || c == '+')
        c = keep(in, &real, c);
    if ((c | 32) == 'i' || (c | 32) == 'n')
        __ut_unmodelled("scanf of an infinity or NaN");
    c = keep_digits(in, &real, c, &digits);
    if ((c | 32) == 'x')
        __ut_unmodelled("scanf of a hexadecimal floating number");
    if (c == '.')
        c = keep_digits(in, &real, keep(in, &real, c), &digits);
    if (digits && (c | 32) == 'e') { /* without digits after it, it is skipped, as in glibc */
        c = keep(in, &real, c);
        if (c == '-' || c == '+')
            c = keep(in, &real, c);
        c = keep_digits(in, &real, c, &digits);
    }
    give_back(in, c);
    if (!digits)
        return c == END && real.length == 0 ? ENDED : MISMATCH;
    *value = strtod(real.text, 0);
    return CONVERTED;
}

/* Between two floats in the middle, where rounding twice may go wrong. */
static _Bool is_halfway(double value)
{
    union {
        double value;
        unsigned long long bits;
    } parts = {value};
    return (parts.bits & 0x1fffffff) == 0x10000000;
}

static void store_real(void *target, int size, double value)
{
    if (size == 1)
        *(double *)target = value;
    else if (size == 0 && !is_halfway(value))
        *(float *)target = (float)value;
    else
        __ut_unmodelled("scanf of this floating type");
}

/* % * width size letter */
struct directive {
    _Bool keep;
    int width; /* zero: as much as there is */
    int size;
    char letter;
};

static const char *read_directive(const char *format, struct directive *directive)
{
    *directive = (struct directive){.keep = *format != '*'};
    format += *format == '*';
    while (*format >= '0' && *format <= '9')
        directive->width = directive->width * 10 + (*format++ - '0');
    for (;; format++) {
        if (*format == 'h')
            directive->size--;
        else if (*format == 'l' || *format == 'z' || *format == 't')
            directive->size++;
        else if (*format == 'j' || *format == 'q' || *format == 'L')
            directive->size = 2;
        else
            break;
    }
    directive->letter = *format;
    return format;
}

static int base_of(char letter)
{
    if (letter == 'd' || letter == 'u')
        return 10;
    if (letter == 'x' || letter == 'X')
        return 16;
    if (letter == 'o')
        return 8;
    return letter == 'i' ? 0 : -1;
}

static enum outcome convert(struct reader *in, struct directive directive, void *target)
{
    int width = directive.width != 0 ? directive.width : __INT_MAX__;
    int base = base_of(directive.letter);
    if (base >= 0) {
        unsigned long long value = 0;
        enum outcome outcome = scan_integer(in, base, width, &value);
        if (outcome == CONVERTED && target != 0)
            store_integer(target, directive.size, value);
        return outcome;
    }
    if (directive.letter == 'f' || directive.letter == 'g' || directive.letter == 'e') {
        double value = 0;
        enum outcome outcome = scan_real(in, width, &value);
        if (outcome == CONVERTED && target != 0)
            store_real(target, directive.size, value);
        return outcome;
    }
    if (directive.letter == 'c' && directive.size == 0)
        return scan_characters(in, directive.width != 0 ? directive.width : 1, target);
    if (directive.letter == 's' && directive.size == 0)
        return scan_word(in, width, target);
    __ut_unmodelled("scanf conversion other than d, i, o, u, x, f, g, e, c, s, n");
}

static enum outcome match(struct reader *in, char wanted)
{
    int c = wanted == '%' ? take_after_space(in) : take(in);
    if (c == (unsigned char)wanted)
        return CONVERTED;
    give_back(in, c);
    return c == END ? ENDED : MISMATCH;
}

/* Spaces, literal text and conversions in turn; the targets are pointers in a row. */
static int scan(struct reader *in, const char *format, void **targets)
{
    int stored = 0;
    for (; *format != 0; format++) {
        enum outcome outcome = CONVERTED;
        struct directive directive = {0};
        if (is_space(*format)) {
            give_back(in, take_after_space(in));
        } else if (*format != '%' || format[1] == '%') {
            format += *format == '%';
            outcome = match(in, *format);
        } else {
            format = read_directive(format + 1, &directive);
            if (directive.letter == 'n')
                store_integer(*targets++, directive.size, (unsigned long long)in->taken);
            else
                outcome = convert(in, directive, directive.keep ? *targets : 0);
        }
        if (outcome == ENDED && stored == 0)
            return END;
        if (outcome != CONVERTED)
            return stored;
        if (directive.letter != 0 && directive.letter != 'n') {
            stored += directive.keep;
            targets += directive.keep;
        }
    }
    return stored;
}

static int scan_stream(FILE *file, const char *format, void *targets)
{
    struct reader in = {.file = file};
    return scan(&in, format, targets);
}

static int scan_text(const char *text, const char *format, void *targets)
{
    struct reader in = {.text = text};
    return scan(&in, format, targets);
}

int scanf(const char *restrict format, ...)
{
    return scan_stream(stdin, format, __ut_varargs());
}

int fscanf(FILE *restrict file, const char *restrict format, ...)
{
    return scan_stream(file, format, __ut_varargs());
}

int sscanf(const char *restrict text, const char *restrict format, ...)
{
    return scan_text(text, format, __ut_varargs());
}

int vscanf(const char *restrict format, __builtin_va_list list)
{
    return scan_stream(stdin, format, __UT_CURSOR(list));
}

int vfscanf(FILE *restrict file, const char *restrict format, __builtin_va_list list)
{
    return scan_stream(file, format, __UT_CURSOR(list));
}

int vsscanf(const char *restrict text, const char *restrict format, __builtin_va_list list)
{
    return scan_text(text, format, __UT_CURSOR(list));
}

/* The names that glibc's headers give these functions. */
int __isoc99_scanf(const char *restrict format, ...)
{
    return scan_stream(stdin, format, __ut_varargs());
}

int __isoc99_fscanf(FILE *restrict file, const char *restrict format, ...)
{
    return scan_stream(file, format, __ut_varargs());
}

int __isoc99_sscanf(const char *restrict text, const char *restrict format, ...)
{
    return scan_text(text, format, __ut_varargs());
}

int __isoc23_scanf(const char *restrict format, ...)
{
    return scan_stream(stdin, format, __ut_varargs());
}

int __isoc23_fscanf(FILE *restrict file, const char *restrict format, ...)
{
    return scan_stream(file, format, __ut_varargs());
}

int __isoc23_sscanf(const char *restrict text, const char *restrict format, ...)
{
    return scan_text(text, format, __ut_varargs());
}

/* ---- files ---- */

static FILE *new_stream(int number)
{
    FILE *file = malloc(sizeof *file);
    if (file != 0)
        *file = (FILE){.number = number};
    return file;
}

/* A file of any contents, or an error. */
static FILE *open_stream(void)
{
    int number = open_or_fail();
    FILE *file = number < 0 ? 0 : new_stream(number);
    if (file == 0 && number >= 0)
        close(number);
    return file;
}

FILE *fopen(const char *restrict path, const char *restrict mode)
{
    (void)*path, (void)*mode;
    return open_stream();
}

FILE *fopen64(const char *restrict path, const char *restrict mode)
{
    return fopen(path, mode);
}

FILE *tmpfile(void)
{
    return open_stream();
}

FILE *fdopen(int descriptor, const char *mode)
{
    (void)*mode;
    check_is_no_channel(descriptor);
    return new_stream(descriptor);
}

int fclose(FILE *file)
{
    if (file == stdin || file == stdout || file == stderr)
        return 0;
    int number = file->number;
    __ut_free(file);
    return close(number) == 0 ? 0 : END;
}

/* A standard stream stays what it is. */
FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict file)
{
    (void)*mode;
    if (path != 0)
        (void)*path;
    file->at_end = 0;
    file->returned = 0;
    if (__ut_nondet_bool())
        return file;
    fclose(file);
    fail();
    return 0;
}

/* Another process: it says anything, and hears everything. */
FILE *popen(const char *command, const char *mode)
{
    (void)*command, (void)*mode;
    return open_stream();
}

int pclose(FILE *file)
{
    fclose(file);
    return __ut_nondet_bool() ? (int)(__ut_nondet_uint() & 0xffff) : fail();
}

/* ---- positions: anywhere ---- */

int fseek(FILE *file, long offset, int origin)
{
    (void)offset, (void)origin;
    if (__ut_nondet_bool())
        return fail();
    file->at_end = 0;
    file->returned = 0;
    return 0;
}

int fseeko(FILE *file, long offset, int origin)
{
    return fseek(file, offset, origin);
}

int fseeko64(FILE *file, long long offset, int origin)
{
    return fseek(file, (long)offset, origin);
}

long ftell(FILE *file)
{
    (void)file->number;
    return __ut_nondet_bool() ? any_natural() : fail();
}

long ftello(FILE *file)
{
    return ftell(file);
}

long long ftello64(FILE *file)
{
    return ftell(file);
}

void rewind(FILE *file)
{
    file->at_end = 0;
    file->returned = 0;
}

int fileno(FILE *file)
{
    return file->number;
}

int feof(FILE *file)
{
    return file->at_end;
}

int ferror(FILE *file)
{
    (void)file;
    return 0;
}

void clearerr(FILE *file)
{
    file->at_end = 0;
}

/* Output appears at once, so buffers have nothing to do. */
int fflush(FILE *file)
{
    (void)file;
    return 0;
}

void setbuf(FILE *restrict file, char *restrict buffer)
{
    (void)file, (void)buffer;
}

void setlinebuf(FILE *file)
{
    (void)file;
}

int setvbuf(FILE *restrict file, char *restrict buffer, int mode, size_t size)
{
    (void)file, (void)buffer, (void)mode, (void)size;
    return 0;
}
