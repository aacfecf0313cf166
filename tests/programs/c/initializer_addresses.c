// Constant addresses in static initializers: members, elements, functions, differences, casts.
#include <stdio.h>
#include <stdint.h>

static int array[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
static struct { char c; struct { int x, y[3]; } in; } object = {'o', {1, {2, 3, 4}}};
static int *middle = array + 5, *element = &array[2], *member = &object.in.y[1];
static char *text = "string constant" + 7;
static int (*row)[5] = (int (*)[5])array + 1;
static const long distance = &array[7] - &array[2];
static int function(int x) { return x + 1; }
static int (*pointer)(int) = function, (*pointer2)(int) = &function;
static void *self = &self;
extern int later;
static int *forward = &later;
int later = 99;
static intptr_t number = (intptr_t)&array[1];
static int *null = (void *)0, *casted = (int *)0;
static char *letters[] = {"ab" + 1, &"cd"[1]};
struct node { struct node *next; int v; };
static struct node a, b = {&a, 2}, a = {&b, 1};
static double computed = 1.5 * 4 + 1 / 2 - (3 > 2);
static unsigned char narrowed = 300 & 0xFF, shifted = 1 << 3 | 1;
static int choice = sizeof(long long) == 8 ? 100 : 200, negative = -5 % 3, logical = 3 && !0;

int main(void) {
    printf("%d %d %d %s\n", *middle, *element, *member, text);
    printf("%d %ld\n", (*row)[2], distance);
    printf("%d %d %d\n", pointer(1), pointer2(2), pointer == pointer2);
    printf("%d %d\n", self == &self, *forward);
    printf("%d\n", *(int *)number);
    printf("%d %d\n", null == 0, casted == 0);
    printf("%s %s\n", letters[0], letters[1]);
    printf("%d %d %d\n", a.next->v, b.next->v, a.next->next == &a);
    printf("%g %d %d\n", computed, narrowed, shifted);
    printf("%d %d %d\n", choice, negative, logical);
    static int *local = &array[9];
    static const char *const names[2] = {"x", "y"};
    printf("%d %s\n", *local, names[1]);
    return *middle + later;
}
