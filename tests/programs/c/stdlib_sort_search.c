// qsort and bsearch with several element types and comparison functions.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person { char name[8]; int age; };
static int comparisons;
static int by_int(const void *a, const void *b) {
    comparisons++;
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int descending(const void *a, const void *b) { return by_int(b, a); }
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int by_age(const void *a, const void *b) { return ((const struct person *)a)->age - ((const struct person *)b)->age; }

int main(void) {
    int v[] = {5, -3, 99, 0, 12, 7, -50, 8};
    int n = sizeof v / sizeof *v;
    qsort(v, n, sizeof *v, by_int);
    for (int i = 0; i < n; i++) printf("%d ", v[i]);
    printf("\n");
    int key = 12, missing = 13;
    int *found = bsearch(&key, v, n, sizeof *v, by_int);
    printf("%d %d\n", (int)(found - v), bsearch(&missing, v, n, sizeof *v, by_int) == NULL);
    qsort(v, n, sizeof *v, descending);
    printf("%d %d\n", v[0], v[n - 1]);
    const char *words[] = {"pear", "apple", "fig", "banana"};
    qsort(words, 4, sizeof *words, by_text);
    for (int i = 0; i < 4; i++) printf("%s ", words[i]);
    printf("\n");
    struct person people[] = {{"ann", 30}, {"bob", 20}, {"cid", 40}};
    qsort(people, 3, sizeof *people, by_age);
    for (int i = 0; i < 3; i++) printf("%s%d ", people[i].name, people[i].age);
    printf("\n");
    qsort(v, 0, sizeof *v, by_int);
    qsort(v, 1, sizeof *v, by_int);
    printf("%d\n", comparisons > 0);
    return v[0];
}
