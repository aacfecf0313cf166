/* <getopt.h>: options are not parsed. Where no argument is left, there is none. */

#include <unthread.h>

struct option;

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

static int is_over(int count)
{
    if (optind == 0)
        optind = 1;
    optarg = 0;
    return optind >= count;
}

int getopt(int count, char *const arguments[], const char *letters)
{
    (void)arguments, (void)letters;
    if (is_over(count))
        return -1;
    __ut_unmodelled("getopt");
}

int getopt_long(int count, char *const arguments[], const char *letters,
                const struct option *options, int *position)
{
    (void)arguments, (void)letters, (void)options, (void)position;
    if (is_over(count))
        return -1;
    __ut_unmodelled("getopt_long");
}

int getopt_long_only(int count, char *const arguments[], const char *letters,
                     const struct option *options, int *position)
{
    (void)arguments, (void)letters, (void)options, (void)position;
    if (is_over(count))
        return -1;
    __ut_unmodelled("getopt_long_only");
}
