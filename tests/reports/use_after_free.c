/* A list is popped by one thread while another one still looks at its first node. */
#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct list {
    pthread_mutex_t lock;
    struct node *first;
    int length;
};

static struct list *list;

static void push(struct list *l, int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    pthread_mutex_lock(&l->lock);
    node->next = l->first;
    l->first = node;
    l->length++;
    pthread_mutex_unlock(&l->lock);
}

static void *look(void *sum)
{
    struct node *node;
    pthread_mutex_lock(&list->lock);
    node = list->first;
    pthread_mutex_unlock(&list->lock);
    if (node)
        *(int *)sum += node->value;
    return NULL;
}

static void *pop(void *unused)
{
    pthread_mutex_lock(&list->lock);
    struct node *node = list->first;
    if (node) {
        list->first = node->next;
        list->length--;
    }
    pthread_mutex_unlock(&list->lock);
    free(node);
    return unused;
}

int main(void)
{
    pthread_t looking, popping;
    int sum = 0;
    list = calloc(1, sizeof *list);
    pthread_mutex_init(&list->lock, NULL);
    push(list, 7);
    pthread_create(&looking, NULL, look, &sum);
    pthread_create(&popping, NULL, pop, NULL);
    pthread_join(looking, NULL);
    pthread_join(popping, NULL);
    return sum;
}
