#ifndef __UT_STDIO_H
#define __UT_STDIO_H
#include <__ut/types.h>
#include <stdarg.h>

/* Nobody looks inside; the size is glibc's. */
struct _IO_FILE {
    int _flags;
#ifdef __x86_64__
    void *__ut_rest[26];
#else
    void *__ut_rest[36];
#endif
};
typedef struct _IO_FILE FILE;
typedef struct _IO_FILE __FILE;
typedef struct _G_fpos_t {
    __off_t __pos;
    mbstate_t __state;
} fpos_t;

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr

#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define L_ctermid 9
#define TMP_MAX 238328
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2

int printf(const char *__restrict, ...);
int fprintf(FILE *__restrict, const char *__restrict, ...);
int dprintf(int, const char *__restrict, ...);
int sprintf(char *__restrict, const char *__restrict, ...);
int snprintf(char *__restrict, size_t, const char *__restrict, ...);
int asprintf(char **__restrict, const char *__restrict, ...);
int vprintf(const char *__restrict, va_list);
int vfprintf(FILE *__restrict, const char *__restrict, va_list);
int vdprintf(int, const char *__restrict, va_list);
int vsprintf(char *__restrict, const char *__restrict, va_list);
int vsnprintf(char *__restrict, size_t, const char *__restrict, va_list);
int vasprintf(char **__restrict, const char *__restrict, va_list);
int scanf(const char *__restrict, ...);
int fscanf(FILE *__restrict, const char *__restrict, ...);
int sscanf(const char *__restrict, const char *__restrict, ...);
int vscanf(const char *__restrict, va_list);
int vfscanf(FILE *__restrict, const char *__restrict, va_list);
int vsscanf(const char *__restrict, const char *__restrict, va_list);

int fgetc(FILE *);
int getc(FILE *);
int getchar(void);
int getc_unlocked(FILE *);
int getchar_unlocked(void);
int fgetc_unlocked(FILE *);
char *fgets(char *__restrict, int, FILE *__restrict);
char *gets(char *);
int ungetc(int, FILE *);
int fputc(int, FILE *);
int putc(int, FILE *);
int putchar(int);
int putc_unlocked(int, FILE *);
int putchar_unlocked(int);
int fputc_unlocked(int, FILE *);
int fputs(const char *__restrict, FILE *__restrict);
int puts(const char *);
int getw(FILE *);
int putw(int, FILE *);
size_t fread(void *__restrict, size_t, size_t, FILE *__restrict);
size_t fwrite(const void *__restrict, size_t, size_t, FILE *__restrict);
ssize_t getline(char **__restrict, size_t *__restrict, FILE *__restrict);
ssize_t getdelim(char **__restrict, size_t *__restrict, int, FILE *__restrict);

FILE *fopen(const char *__restrict, const char *__restrict);
FILE *fopen64(const char *__restrict, const char *__restrict);
FILE *freopen(const char *__restrict, const char *__restrict, FILE *__restrict);
FILE *fdopen(int, const char *);
FILE *fmemopen(void *, size_t, const char *);
FILE *open_memstream(char **, size_t *);
FILE *popen(const char *, const char *);
FILE *tmpfile(void);
int pclose(FILE *);
int fclose(FILE *);
int fflush(FILE *);
int fflush_unlocked(FILE *);
void setbuf(FILE *__restrict, char *__restrict);
void setbuffer(FILE *__restrict, char *__restrict, size_t);
void setlinebuf(FILE *);
int setvbuf(FILE *__restrict, char *__restrict, int, size_t);
int fseek(FILE *, long, int);
int fseeko(FILE *, off_t, int);
long ftell(FILE *);
off_t ftello(FILE *);
void rewind(FILE *);
int fgetpos(FILE *__restrict, fpos_t *__restrict);
int fsetpos(FILE *, const fpos_t *);
void clearerr(FILE *);
int feof(FILE *);
int ferror(FILE *);
int fileno(FILE *);
void flockfile(FILE *);
int ftrylockfile(FILE *);
void funlockfile(FILE *);
void perror(const char *);
int remove(const char *);
int rename(const char *, const char *);
char *tmpnam(char *);
char *tempnam(const char *, const char *);
char *ctermid(char *);
#endif
