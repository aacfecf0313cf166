"""Write a C program of a given length.

In: a number of lines. Out: the text of a program with that many lines or a few more, which compiles without
warnings: structs, arrays, functions of several shapes, loops, `switch`, mutexes and threads. The same
number always gives the same text.
"""

HEADER = """\
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 16

struct record {
    int key;
    unsigned flags : 3;
    double weight;
    char name[SIZE];
    struct record *next;
};
"""

MODULE = """\

struct queue_@ {
    pthread_mutex_t lock;
    struct record *head;
    unsigned length;
    int history[SIZE];
};

static struct queue_@ queue_@ = {.lock = PTHREAD_MUTEX_INITIALIZER, .history = {[0] = @, [SIZE - 1] = -@}};
static int errors_@;

static int classify_@(int key) {
    switch (key % 5) {
    case 0:
    case 1:
        return key << 1;
    case 2:
        key += @;
        break;
    case 3:
        return -key;
    default:
        key = key > @ ? key - @ : @ - key;
    }
    return key ^ 0x5a;
}

static struct record *make_@(int key) {
    struct record *record = malloc(sizeof *record);
    if (record == NULL)
        return NULL;
    memset(record, 0, sizeof *record);
    record->key = classify_@(key);
    record->flags = (unsigned)key & 7u;
    record->weight = (double)key / 4.0 + 0.@;
    snprintf(record->name, sizeof record->name, "r%d", key);
    return record;
}

static void put_@(struct record *record) {
    pthread_mutex_lock(&queue_@.lock);
    record->next = queue_@.head;
    queue_@.head = record;
    queue_@.history[queue_@.length++ % SIZE] = record->key;
    pthread_mutex_unlock(&queue_@.lock);
}

static struct record *take_@(void) {
    struct record *record;
    pthread_mutex_lock(&queue_@.lock);
    record = queue_@.head;
    if (record != NULL) {
        queue_@.head = record->next;
        queue_@.length--;
    } else {
        errors_@++;
    }
    pthread_mutex_unlock(&queue_@.lock);
    return record;
}

static void *producer_@(void *argument) {
    int count = *(int *)argument;
    for (int i = 0; i < count; i++) {
        struct record *record = make_@(i);
        if (record == NULL)
            break;
        put_@(record);
    }
    return NULL;
}

static void *consumer_@(void *argument) {
    int count = *(int *)argument;
    long total = 0;
    while (count-- > 0) {
        struct record *record = take_@();
        if (record == NULL)
            continue;
        total += record->key * (record->flags ? 2 : 1);
        free(record);
    }
    return (void *)total;
}

static int run_@(int count) {
    pthread_t threads[2];
    void *result;
    if (pthread_create(&threads[0], NULL, producer_@, &count) != 0)
        return -1;
    if (pthread_create(&threads[1], NULL, consumer_@, &count) != 0)
        return -1;
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], &result);
    do {
        struct record *rest = take_@();
        if (rest == NULL)
            break;
        free(rest);
    } while (1);
    return (int)(long)result + errors_@;
}
"""


def main_function(modules: int) -> str:
    calls = "".join(f"    total += run_{number}(3);\n" for number in range(modules))
    return f'\nint main(void) {{\n    int total = 0;\n{calls}    printf("%d\\n", total);\n    return 0;\n}}\n'


def program(lines: int) -> str:
    text = HEADER
    modules = 0
    while text.count("\n") + main_function(modules).count("\n") < lines:
        text += MODULE.replace("@", str(modules))
        modules += 1
    return text + main_function(modules)
