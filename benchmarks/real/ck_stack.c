/* Two threads push an item each, two pop one each. */
#include <assert.h>
#include <pthread.h>

#include <ck_stack.h>

static ck_stack_t stack = CK_STACK_INITIALIZER;
static ck_stack_entry_t entries[2];

static void *pusher(void *entry)
{
    ck_stack_push_upmc(&stack, entry);
    return 0;
}

static void *popper(void *unused)
{
    (void)unused;
    return ck_stack_pop_upmc(&stack);
}

int main(void)
{
    pthread_t push[2], pop[2];
    void *popped[2];
    int count = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&push[i], 0, pusher, &entries[i]);
    for (int i = 0; i < 2; i++)
        pthread_create(&pop[i], 0, popper, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(push[i], 0);
    for (int i = 0; i < 2; i++)
        pthread_join(pop[i], &popped[i]);
    assert(!popped[0] || popped[0] != popped[1]);
    for (ck_stack_entry_t *e = CK_STACK_FIRST(&stack); e; e = CK_STACK_NEXT(e))
        count++;
    assert(count + !!popped[0] + !!popped[1] == 2);
    return 0;
}
