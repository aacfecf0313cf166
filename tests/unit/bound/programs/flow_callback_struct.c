struct o { int (*fn)(struct o *, int); int v; };
int add(struct o *o, int k) {
    o->v += k;
    return o->v;
}
int call(struct o *o, int k) {
    return o->fn(o, k);
}
int main(void) {
    struct o o = {add, 1};
    struct o *p = malloc(sizeof *p);
    *p = o;
    assert(call(&o, 2) == 3 && call(p, 3) == 4 && o.v == 3 && p->v == 4);
    assert(p->v != 4); // fails
    return 0;
}
