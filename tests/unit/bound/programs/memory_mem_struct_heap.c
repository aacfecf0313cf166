struct n { int *p; struct n *next; };
struct n *head;
void *f(void *a) {
    struct n *n = head->next;
    *n->p = 3;
    return 0;
}
int main(void) {
    pthread_t t;
    int v = 1;
    struct n *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    b->p = &v;
    a->next = b;
    head = a;
    pthread_create(&t, 0, f, 0);
    assert(v == 1); // fails
    return 0;
}
