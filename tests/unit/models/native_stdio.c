/* The scanf model beside the C library's, on pseudo-random texts and formats. Built with the
   prelude forced in, so that a va_list is a cursor into slots. test_models_native.py has put "ut_"
   before every name in the model's object file. The exit status is 1 if anything differs. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *ut_malloc(size_t size) { return malloc(size); }
void *ut_realloc(void *memory, size_t size) { return realloc(memory, size); }
void ut___ut_free(void *pointer) { free(pointer); }
void *ut___ut_varargs(void) { return 0; }
int ut___ut_print(int stream, const char *format, void *arguments) { return 0; }
int ut___ut_format(char *buffer, size_t limit, const char *format, void *arguments) { return 0; }
_Bool ut___ut_nondet_bool(void) { return 0; }
unsigned int ut___ut_nondet_uint(void) { return 0; }
void ut___ut_atomic_begin(void) {}
void ut___ut_atomic_end(void) {}
unsigned long long ut___ut_channels;
const void *ut___ut_channel_functions[64];
int *ut___errno_location(void) { static int number; return &number; }
int ut___ut_new_file(void) { return 3; }
int ut_close(int file) { return 0; }
unsigned char ut___ut_nondet_uchar(void) { return 0; }
double ut_strtod(const char *text, char **end) { return strtod(text, end); }
static jmp_buf beyond;
void ut___ut_unmodelled(const char *what) { longjmp(beyond, 1); }

static const char *input;
int ut___ut_read_char(void) { return *input ? (unsigned char)*input++ : -1; }

int ut_vsscanf(const char *, const char *, __builtin_va_list);
int ut_vscanf(const char *, __builtin_va_list);

static int below(int limit) { return (int)(random() % limit); }

struct results {
    char bytes[4][32];
    int count;
};

static int scan(const char *text, const char *format, struct results *results)
{
    void *targets[4] = {results->bytes[0], results->bytes[1], results->bytes[2], results->bytes[3]};
    __builtin_va_list list;
    __UT_CURSOR(list) = (void *)targets;
    return text != 0 ? ut_vsscanf(text, format, list) : ut_vscanf(format, list);
}

int main(void)
{
    static const char *const parts[] = {"%d", " ", "%i", "%x", "%u", "%5s", "%c", "%2c", "%*d", "%hhd",
                                        "%ld", "%lld", "%hd", "%o", "a", "%%", "%3d", "%n", "%*s", "%zx",
                                        "%*c", "%2x", "%1i", "-",  "%f",  "%lf", "%4lg",
                                        "%*e"};
    int differences = 0;
    volatile int read = 0;
    for (volatile int i = 0; i < 20000; i++) {
        char text[32], format[32] = "";
        int length = below(9); /* too short for a number that does not fit, which C leaves undefined */
        for (int k = 0; k < length; k++)
            text[k] = "0123 4-+axX%f\n 7.e"[below(18)];
        text[length] = 0;
        for (int k = below(4); k >= 0; k--)
            strcat(format, parts[below(sizeof parts / sizeof *parts)]);
        if (setjmp(beyond)) {
            struct results rest;
            input = "";
            while (scan(0, "%*c", &rest) != EOF)
                ;
            continue; /* refused */
        }
        struct results ours = {{{0}}}, streamed = {{{0}}}, theirs = {{{0}}};
        ours.count = scan(text, format, &ours);
        theirs.count = sscanf(text, format, theirs.bytes[0], theirs.bytes[1], theirs.bytes[2],
                              theirs.bytes[3]);
        if (memcmp(&ours, &theirs, sizeof ours) != 0 && differences++ < 10)
            printf("text '%s' format '%s': %d, not %d\n", text, format, ours.count, theirs.count);
        input = text;
        streamed.count = scan(0, format, &streamed);
        struct results drained;
        input = ""; /* one byte may still wait in the stream: read it away */
        while (scan(0, "%*c", &drained) != EOF)
            ;
        if (memcmp(&streamed, &theirs, sizeof streamed) != 0 && differences++ < 10)
            printf("stream '%s' format '%s': %d\n", text, format, streamed.count);
        read++;
    }
    if (read < 18000)
        printf("only %d texts were read\n", read);
    return differences != 0;
}
