int main(void) {
    int *p = malloc(4);
    *p = 3;
    p = realloc(p, 8);
    p[1] = 4;
    int *c = calloc(2, 4);
    assert(p[0] == 3 && c[1] == 0);
    assert(p[1] != 4); // fails
    free(p);
    return 0;
}
