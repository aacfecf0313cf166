/* Open files. A set of files is a word with one bit for each number. What comes out of a file, and whether
   it takes what is written, is the system's choice; those with contents of their own (channels.c) are in
   `__ut_channels`, and say what happens to them. */
#ifndef FILES_H
#define FILES_H

#include "control.h"

typedef __SIZE_TYPE__ size_t;
typedef long ssize_t; /* int on i386 has the same size */
typedef unsigned long long file_set;

enum { MOST_FILES = 64 };
enum { BAD_FILE = 9, NO_MEMORY = 12, NO_POSITION = 29, BROKEN_PIPE = 32, NOT_A_SOCKET = 88 };
enum { NONBLOCKING = 04000 }; /* O_NONBLOCK, SOCK_NONBLOCK, EFD_NONBLOCK, TFD_NONBLOCK */

#define SET_OF_FILE(file) ((file_set)1 << (file))

extern file_set __ut_open_files;
extern file_set __ut_closed_files; /* that were open once */
extern file_set __ut_nonblocking;
extern file_set __ut_channels;

/* What a channel does. All but `read` and `write` are called in a section; these two look after cancellation. */
struct channel_functions {
    ssize_t (*read)(int file, void *buffer, size_t size);
    ssize_t (*write)(int file, const void *buffer, size_t size);
    void (*copied)(int file, int copy);
    void (*closed)(int file);
    file_set (*same)(int file); /* the numbers of the same open file */
};

extern const struct channel_functions *__ut_channel_functions[MOST_FILES];
typedef void file_hook(int file);
extern file_hook *__ut_forget; /* epoll.c has no interest in it any more */

/* In a section: the lowest number that is free. */
int __ut_new_file(void);

int *__errno_location(void);

static inline int fail_with(int error)
{
    *__errno_location() = error;
    return -1;
}

/* Any error number. */
static inline int fail(void)
{
    return fail_with((int)(__ut_nondet_uint() % 133) + 1);
}

static inline int succeed_or_fail(void)
{
    return __ut_nondet_bool() ? 0 : fail();
}

static inline int any_natural(void)
{
    return (int)(__ut_nondet_uint() >> 1);
}

static inline void fill(void *memory, size_t size)
{
    unsigned char *bytes = memory;
    for (size_t i = 0; i < size; i++)
        bytes[i] = __ut_nondet_uchar();
}

/* Text of any characters, which fits. */
static inline size_t fill_text(char *text, size_t size)
{
    size_t length = 0;
    while (length + 1 < size && __ut_nondet_bool()) {
        char c = __ut_nondet_char();
        __ut_assume(c != 0);
        text[length++] = c;
    }
    text[length] = 0;
    return length;
}

static inline _Bool is_in(file_set set, int file)
{
    return file >= 0 && file < MOST_FILES && (set >> (unsigned int)file % MOST_FILES & 1) != 0;
}

static inline const struct channel_functions *channel_of(int file)
{
    __ut_atomic_begin();
    const struct channel_functions *functions = is_in(__ut_channels, file) ? __ut_channel_functions[file] : 0;
    __ut_atomic_end();
    return functions;
}

/* Files that the program has closed. Of others it may have been given some by whoever started it. */
static inline _Bool is_closed(int file)
{
    __ut_atomic_begin();
    _Bool closed = is_in(__ut_closed_files, file);
    __ut_atomic_end();
    return closed || file < 0;
}

/* One more open file, or an error. */
static inline int open_or_fail(void)
{
    if (__ut_nondet_bool())
        return fail();
    __ut_atomic_begin();
    int file = __ut_new_file();
    __ut_atomic_end();
    return file;
}

#endif
