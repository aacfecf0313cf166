// getopt and getopt_long in a program that was given no arguments: there is no option.
#include <getopt.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    static const struct option options[] = {{"count", required_argument, 0, 'c'}, {0, 0, 0, 0}};
    int count = 4, letter;
    while ((letter = getopt(argc, argv, "c:h")) != -1) count += letter;
    printf("%d %d %d\n", count, optind, optarg == NULL);
    optind = 0;
    printf("%d\n", getopt_long(argc, argv, "c:h", options, NULL));
    printf("%d %d\n", optind, argv[optind] == NULL);
    return 3;
}
