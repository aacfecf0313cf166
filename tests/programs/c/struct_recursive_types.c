// Self-referential and mutually referential structures, incomplete types, tag scopes.
#include <stdio.h>
#include <stdlib.h>

struct tree { int key; struct tree *left, *right; };
struct husband;
struct wife { const char *name; struct husband *spouse; };
struct husband { const char *name; struct wife *spouse; };
typedef struct opaque opaque;
static int peek(const opaque *o);
struct opaque { int secret; };
static int peek(const opaque *o) { return o->secret; }

static struct tree *insert(struct tree *t, int key) {
    if (!t) {
        t = malloc(sizeof *t);
        *t = (struct tree){.key = key};
    } else if (key < t->key) t->left = insert(t->left, key);
    else t->right = insert(t->right, key);
    return t;
}
static void walk(const struct tree *t, int depth) {
    if (!t) return;
    walk(t->left, depth + 1);
    printf("%d:%d ", t->key, depth);
    walk(t->right, depth + 1);
}
static int drop(struct tree *t) {
    if (!t) return 0;
    int n = 1 + drop(t->left) + drop(t->right);
    free(t);
    return n;
}

int main(void) {
    struct tree *root = 0;
    int keys[] = {50, 30, 70, 20, 40, 60, 80, 35};
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) root = insert(root, keys[i]);
    walk(root, 0);
    printf("\n");
    struct wife w = {"Ada", 0};
    struct husband h = {"Will", &w};
    w.spouse = &h;
    printf("%s %s %s\n", w.spouse->name, h.spouse->name, w.spouse->spouse->spouse->name);
    opaque o = {77};
    printf("%d\n", peek(&o));
    {
        struct tree { char c; } local = {'l'};
        printf("%c %zu\n", local.c, sizeof(struct tree));
    }
    printf("%d\n", sizeof(struct tree) > 4);
    return drop(root);
}
