/* The math models beside the C library's, on numbers of every size. test_models_native.py has put "ut_" before
   every name in the model's object file. The exit status is 1 if anything differs. */
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int differences, texts;
static jmp_buf beyond;

static void compare(const char *what, double x, double y, double ours, double theirs)
{
    int same = isnan(ours) ? isnan(theirs) : memcmp(&ours, &theirs, sizeof ours) == 0;
    if (!same && differences++ < 10)
        printf("%s(%a, %a): %a, not %a\n", what, x, y, ours, theirs);
}

#define ONE(function, type)                                                                             \
    type ut_##function(type);                                                                           \
    static void try_##function(double x)                                                                \
    {                                                                                                   \
        compare(#function, x, 0, (double)ut_##function((type)x), (double)function((type)x));            \
    }
#define TWO(function, type)                                                                             \
    type ut_##function(type, type);                                                                     \
    static void try_##function(double x, double y)                                                      \
    {                                                                                                   \
        compare(#function, x, y, ut_##function((type)x, (type)y), function((type)x, (type)y));          \
    }
ONE(trunc, double) ONE(floor, double) ONE(ceil, double) ONE(round, double) ONE(rint, double)
ONE(nearbyint, double) ONE(truncf, float) ONE(floorf, float) ONE(ceilf, float) ONE(roundf, float)
ONE(rintf, float) ONE(nearbyintf, float) ONE(truncl, long double) ONE(floorl, long double)
ONE(ceill, long double) ONE(roundl, long double)
TWO(fmod, double) TWO(fmin, double) TWO(fmax, double) TWO(fdim, double)
TWO(fmodf, float) TWO(fminf, float) TWO(fmaxf, float) TWO(fdimf, float)
long ut_lround(double);
long ut_lrint(double);
long long ut_llround(double);
long long ut_llrint(double);

double ut_strtod(const char *, char **);
void ut___ut_unmodelled(const char *what) { longjmp(beyond, 1); }

/* Numbers of few digits come out alike; others are refused, never wrong. */
static void try_text(void)
{
    static const char *const parts[] = {"1", "2.5", "0", ".", "e", "-", "+", " ", "00", "37", "E-3", ".50", "e+2", "99"};
    char text[64] = "", *p, *q;
    for (int i = random() % 6; i >= 0; i--)
        strcat(text, parts[random() % (sizeof parts / sizeof *parts)]);
    if (setjmp(beyond))
        return;
    double ours = ut_strtod(text, &p), theirs = strtod(text, &q);
    texts++;
    if ((memcmp(&ours, &theirs, sizeof ours) != 0 || p != q) && differences++ < 10)
        printf("strtod(\"%s\"): %a, not %a\n", text, ours, theirs);
}

static double any(void)
{
    static const double special[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1, 3, 0x1p52, 0x1p53, 0x1p63, 1e300};
    switch (random() % 4) {
    case 0: return special[random() % (sizeof special / sizeof *special)];
    case 1: return (double)(random() % 4001 - 2000) / 8;
    case 2: return (random() % 2 ? -INFINITY : INFINITY) * (random() % 4 ? 0.0 : 1.0);
    default: return ldexp((double)random() * (random() % 2 ? -1 : 1), (int)(random() % 100) - 60);
    }
}

int main(void)
{
    for (int i = 0; i < 20000; i++) {
        double x = any(), y = any();
        try_trunc(x), try_floor(x), try_ceil(x), try_round(x), try_rint(x), try_nearbyint(x);
        try_truncf(x), try_floorf(x), try_ceilf(x), try_roundf(x), try_rintf(x), try_nearbyintf(x);
        try_truncl(x), try_floorl(x), try_ceill(x), try_roundl(x);
        try_fmod(x, y), try_fdim(x, y), try_fmodf(x, y), try_fdimf(x, y);
        if (x != y) /* which zero it is, C leaves open */
            try_fmin(x, y), try_fmax(x, y), try_fminf(x, y), try_fmaxf(x, y);
        if (fabs(x) < 0x1p30) {
            compare("lround", x, 0, ut_lround(x), lround(x));
            compare("lrint", x, 0, ut_lrint(x), lrint(x));
            compare("llround", x, 0, ut_llround(x), llround(x));
            compare("llrint", x, 0, ut_llrint(x), llrint(x));
        }
    }
    for (int i = 0; i < 20000; i++)
        try_text();
    if (texts < 15000)
        printf("only %d texts were read\n", texts);
    return differences != 0;
}
