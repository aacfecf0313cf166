/* <getopt.h>: unmodelled; its variables are there so that a program that never parses options works. */

#include <unthread.h>

struct option;

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

int getopt(int count, char *const arguments[], const char *letters)
{
    (void)count, (void)arguments, (void)letters;
    __ut_unmodelled("getopt");
}

int getopt_long(int count, char *const arguments[], const char *letters,
                const struct option *options, int *position)
{
    (void)count, (void)arguments, (void)letters, (void)options, (void)position;
    __ut_unmodelled("getopt_long");
}

int getopt_long_only(int count, char *const arguments[], const char *letters,
                     const struct option *options, int *position)
{
    (void)count, (void)arguments, (void)letters, (void)options, (void)position;
    __ut_unmodelled("getopt_long_only");
}
