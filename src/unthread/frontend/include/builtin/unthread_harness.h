/* For harnesses: what a program that drives a library may ask of unthread.

   Under unthread, every value is tried and every schedule. Compiled by gcc or clang, a harness is a random
   test: values are drawn from the seed in the environment variable UNTHREAD_SEED, and a run in which an
   assumption does not hold ends with status 0.

       int value = unthread_any_int();            any value of the type
       unsigned choice = unthread_any_below(3);   0, 1 or 2
       unthread_assume(value > 0);                other executions do not count
       unthread_check(value < 9, "text");         a violation if it does not hold, with this text
       unthread_atomic_begin();                   until unthread_atomic_end(), no other thread runs
*/
#ifndef UNTHREAD_HARNESS_H
#define UNTHREAD_HARNESS_H

#ifdef __UT_PRELUDE_H /* read by unthread */

_Bool unthread_any_bool(void);
char unthread_any_char(void);
signed char unthread_any_schar(void);
unsigned char unthread_any_uchar(void);
short unthread_any_short(void);
unsigned short unthread_any_ushort(void);
int unthread_any_int(void);
unsigned int unthread_any_uint(void);
long unthread_any_long(void);
unsigned long unthread_any_ulong(void);
long long unthread_any_longlong(void);
unsigned long long unthread_any_ulonglong(void);
float unthread_any_float(void);
double unthread_any_double(void);
unsigned int unthread_any_below(unsigned int limit);
void unthread_assume(_Bool condition);
void unthread_check(_Bool condition, const char *message);
void unthread_atomic_begin(void);
void unthread_atomic_end(void);

#else /* compiled */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t unthread_draw = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t unthread_section = PTHREAD_MUTEX_INITIALIZER;

/* Small numbers half of the time, otherwise any. */
static inline unsigned long long unthread_random(void)
{
    static unsigned long long state;
    unsigned long long number;
    pthread_mutex_lock(&unthread_draw);
    if (state == 0) {
        const char *seed = getenv("UNTHREAD_SEED");
        state = 2 * (seed ? strtoull(seed, NULL, 10) : 1) + 1;
    }
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    number = state ^ (state >> 29);
    pthread_mutex_unlock(&unthread_draw);
    return number & 1 ? (number >> 8) % 9 : number >> 8;
}

#define UNTHREAD_ANY(name, type)                                                                \
    static inline type unthread_any_##name(void) { return (type)unthread_random(); }
UNTHREAD_ANY(bool, _Bool)
UNTHREAD_ANY(char, char)
UNTHREAD_ANY(schar, signed char)
UNTHREAD_ANY(uchar, unsigned char)
UNTHREAD_ANY(short, short)
UNTHREAD_ANY(ushort, unsigned short)
UNTHREAD_ANY(int, int)
UNTHREAD_ANY(uint, unsigned int)
UNTHREAD_ANY(long, long)
UNTHREAD_ANY(ulong, unsigned long)
UNTHREAD_ANY(longlong, long long)
UNTHREAD_ANY(ulonglong, unsigned long long)
UNTHREAD_ANY(float, float)
UNTHREAD_ANY(double, double)
#undef UNTHREAD_ANY

static inline unsigned int unthread_any_below(unsigned int limit)
{
    return (unsigned int)(unthread_random() % limit);
}

static inline void unthread_assume(_Bool condition)
{
    if (!condition)
        exit(0);
}

static inline void unthread_check(_Bool condition, const char *message)
{
    if (condition)
        return;
    fprintf(stderr, "violated: %s\n", message);
    abort();
}

static inline void unthread_atomic_begin(void)
{
    pthread_mutex_lock(&unthread_section);
}

static inline void unthread_atomic_end(void)
{
    pthread_mutex_unlock(&unthread_section);
}

#endif
#endif
