// expect: 10 null_read.c:7:
struct node { int value; struct node *next; };
int main(void) {
    struct node one = {1, 0};
    int sum = 0;
    for (struct node *n = &one; sum < 10; n = n->next)
        sum += n->value;
    return sum;
}
