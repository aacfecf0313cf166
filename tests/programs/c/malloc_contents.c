// malloc, calloc, realloc, free: contents kept, zeroing, growth and shrinkage, null arguments, alignment.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int value; struct node *next; };

int main(void) {
    int *a = malloc(10 * sizeof *a);
    for (int i = 0; i < 10; i++) a[i] = i * 11;
    a = realloc(a, 100 * sizeof *a);
    int ok = 1;
    for (int i = 0; i < 10; i++) ok &= a[i] == i * 11;
    a[99] = 5;
    a = realloc(a, 5 * sizeof *a);
    printf("%d %d\n", ok, a[4]);
    long long *z = calloc(20, sizeof *z);
    long long sum = 0;
    for (int i = 0; i < 20; i++) sum += z[i];
    printf("%lld\n", sum);
    char *text = malloc(6);
    memcpy(text, "hello", 6);
    char *copy = realloc(NULL, 12);
    strcpy(copy, text);
    strcat(copy, " again");
    copy[11] = 0;
    printf("%s %s\n", text, copy);
    free(NULL);
    free(text);
    free(copy);
    struct node *list = 0;
    for (int i = 0; i < 50; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = list;
        list = n;
    }
    int total = 0;
    while (list) { struct node *next = list->next; total += list->value; free(list); list = next; }
    printf("%d\n", total);
    double *d = malloc(sizeof *d);
    *d = 2.5;
    printf("%g %d\n", *d, (int)((uintptr_t)d % _Alignof(double)));
    char **rows = malloc(3 * sizeof *rows);
    for (int i = 0; i < 3; i++) { rows[i] = calloc(4, 1); for (int j = 0; j < i + 1; j++) rows[i][j] = 'a' + i; }
    printf("%s %s %s\n", rows[0], rows[1], rows[2]);
    for (int i = 0; i < 3; i++) free(rows[i]);
    free(rows);
    unsigned char *bytes = (unsigned char *)malloc(8);
    memset(bytes, 0xAB, 8);
    uint32_t word;
    memcpy(&word, bytes + 2, sizeof word);
    printf("%x\n", word);
    int *p = malloc(sizeof(int)), *q = malloc(sizeof(int));
    printf("%d\n", p != q && p != NULL);
    *p = 3; *q = 4;
    int result = *p * 10 + *q;
    free(p); free(q); free(bytes); free(d); free(z); free(a);
    return result;
}
