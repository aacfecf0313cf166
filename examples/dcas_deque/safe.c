// expect: safe
//
// "Snark", a lock-free two-sided queue over an atomic double compare-and-swap, by O. Agesen,
// D. L. Detlefs and others (2000). A node that points at itself is a popped one; the ends of an
// empty queue point at such a node.
// One value is inside. A thread pops at the right end; another one pushes a second value there
// and then pops at the left end. There is a value at every moment of each pop.
// Checks: both pops get a value, not the same.
//
// `pop_right` and `pop_left` look again at their end before they call the queue empty: the
// repair by S. Doherty and others (2004). They also found a second, rarer bug (a value popped
// twice), which this program has too few operations to show.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define EMPTY (-1)

struct node {
    struct node *left;
    struct node *right;
    int value;
};

typedef struct node *node_pointer;

static struct node dummy = {&dummy, &dummy, 0};
static struct node nodes[2];
static node_pointer left_hat = &dummy;
static node_pointer right_hat = &dummy;
static int from_right;
static int from_left;

// Verifiers take functions of such names for one step; the mutex makes them one for the machine.
static pthread_mutex_t memory = PTHREAD_MUTEX_INITIALIZER;

static node_pointer __VERIFIER_atomic_read(node_pointer *place)
{
    pthread_mutex_lock(&memory);
    node_pointer value = *place;
    pthread_mutex_unlock(&memory);
    return value;
}

static bool __VERIFIER_atomic_dcas(node_pointer *a, node_pointer *b, node_pointer old_a,
                                   node_pointer old_b, node_pointer new_a, node_pointer new_b)
{
    pthread_mutex_lock(&memory);
    bool equal = *a == old_a && *b == old_b;
    if (equal) {
        *a = new_a;
        *b = new_b;
    }
    pthread_mutex_unlock(&memory);
    return equal;
}

#define READ(place) __VERIFIER_atomic_read(&(place))
#define DCAS(a, b, old_a, old_b, new_a, new_b) \
    __VERIFIER_atomic_dcas(&(a), &(b), old_a, old_b, new_a, new_b)

static void push_right(struct node *node, int value)
{
    node->right = &dummy;
    node->value = value;
    for (;;) {
        node_pointer end = READ(right_hat);
        node_pointer beyond = READ(end->right);
        if (beyond == end) {
            node->left = &dummy;
            node_pointer other_end = READ(left_hat);
            if (DCAS(right_hat, left_hat, end, other_end, node, node))
                return;
        } else {
            node->left = end;
            if (DCAS(right_hat, end->right, end, beyond, node, node))
                return;
        }
    }
}

static int pop_right(void)
{
    for (;;) {
        node_pointer end = READ(right_hat);
        node_pointer other_end = READ(left_hat);
        if (READ(end->right) == end) {
            if (READ(right_hat) == end)
                return EMPTY;
        } else if (end == other_end) {
            if (DCAS(right_hat, left_hat, end, other_end, &dummy, &dummy))
                return end->value;
        } else {
            node_pointer inner = READ(end->left);
            if (DCAS(right_hat, end->left, end, inner, inner, end))
                return end->value;
        }
    }
}

static int pop_left(void)
{
    for (;;) {
        node_pointer end = READ(left_hat);
        node_pointer other_end = READ(right_hat);
        if (READ(end->left) == end) {
            if (READ(left_hat) == end)
                return EMPTY;
        } else if (end == other_end) {
            if (DCAS(left_hat, right_hat, end, other_end, &dummy, &dummy))
                return end->value;
        } else {
            node_pointer inner = READ(end->right);
            if (DCAS(left_hat, end->right, end, inner, inner, end))
                return end->value;
        }
    }
}

static void *work_right(void *unused)
{
    (void)unused;
    from_right = pop_right();
    return NULL;
}

static void *work_both(void *unused)
{
    (void)unused;
    push_right(&nodes[1], 2);
    from_left = pop_left();
    return NULL;
}

int main(void)
{
    pthread_t first;
    pthread_t second;
    push_right(&nodes[0], 1);
    pthread_create(&first, NULL, work_right, NULL);
    pthread_create(&second, NULL, work_both, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(from_right != EMPTY && from_left != EMPTY && from_right != from_left);
    return 0;
}
