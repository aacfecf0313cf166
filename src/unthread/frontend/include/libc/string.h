#ifndef __UT_STRING_H
#define __UT_STRING_H
#include <__ut/types.h>
#include <strings.h>
void *memcpy(void *__restrict, const void *__restrict, size_t);
void *mempcpy(void *__restrict, const void *__restrict, size_t);
void *memmove(void *, const void *, size_t);
void *memccpy(void *__restrict, const void *__restrict, int, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
void *memrchr(const void *, int, size_t);
void *rawmemchr(const void *, int);
void *memmem(const void *, size_t, const void *, size_t);
void explicit_bzero(void *, size_t);
char *strcpy(char *__restrict, const char *__restrict);
char *strncpy(char *__restrict, const char *__restrict, size_t);
char *stpcpy(char *__restrict, const char *__restrict);
char *stpncpy(char *__restrict, const char *__restrict, size_t);
char *strcat(char *__restrict, const char *__restrict);
char *strncat(char *__restrict, const char *__restrict, size_t);
size_t strlcpy(char *__restrict, const char *__restrict, size_t);
size_t strlcat(char *__restrict, const char *__restrict, size_t);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int strcoll(const char *, const char *);
int strcoll_l(const char *, const char *, locale_t);
size_t strxfrm(char *__restrict, const char *__restrict, size_t);
int strverscmp(const char *, const char *);
char *strdup(const char *);
char *strndup(const char *, size_t);
#define strdupa(text) strcpy((char *)__builtin_alloca(strlen(text) + 1), text)
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strchrnul(const char *, int);
size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *);
char *strpbrk(const char *, const char *);
char *strstr(const char *, const char *);
char *strcasestr(const char *, const char *);
char *strtok(char *__restrict, const char *__restrict);
char *strtok_r(char *__restrict, const char *__restrict, char **__restrict);
char *__strtok_r(char *__restrict, const char *__restrict, char **__restrict);
char *strsep(char **__restrict, const char *__restrict);
size_t strlen(const char *);
size_t strnlen(const char *, size_t);
char *strerror(int);
#ifdef _GNU_SOURCE
char *strerror_r(int, char *, size_t);
char *basename(const char *);
#else
int __xpg_strerror_r(int, char *, size_t);
#define strerror_r __xpg_strerror_r
#endif
char *strsignal(int);
#endif
