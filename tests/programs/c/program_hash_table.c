// A growing hash table with chaining: strings as keys, insertion, lookup, removal, iteration, statistics.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    char *key;
    int value;
    unsigned hash;
    struct entry *next;
};

struct table {
    struct entry **buckets;
    unsigned capacity, count;
    unsigned resizes;
};

static unsigned hash(const char *s) {
    unsigned h = 5381;
    for (; *s; s++)
        h = (h << 5) + h + (unsigned char)*s;
    return h;
}

static void table_init(struct table *t, unsigned capacity) {
    t->buckets = calloc(capacity, sizeof *t->buckets);
    t->capacity = capacity;
    t->count = 0;
    t->resizes = 0;
}

static void grow(struct table *t) {
    unsigned capacity = t->capacity * 2;
    struct entry **buckets = calloc(capacity, sizeof *buckets);
    for (unsigned i = 0; i < t->capacity; i++) {
        struct entry *e = t->buckets[i];
        while (e) {
            struct entry *next = e->next;
            e->next = buckets[e->hash % capacity];
            buckets[e->hash % capacity] = e;
            e = next;
        }
    }
    free(t->buckets);
    t->buckets = buckets;
    t->capacity = capacity;
    t->resizes++;
}

static struct entry **find(struct table *t, const char *key, unsigned h) {
    struct entry **at = &t->buckets[h % t->capacity];
    while (*at && ((*at)->hash != h || strcmp((*at)->key, key) != 0))
        at = &(*at)->next;
    return at;
}

static int *lookup(struct table *t, const char *key) {
    struct entry *e = *find(t, key, hash(key));
    return e ? &e->value : NULL;
}

static int *insert(struct table *t, const char *key) {
    unsigned h = hash(key);
    struct entry **at = find(t, key, h);
    if (*at)
        return &(*at)->value;
    if (t->count + 1 > t->capacity * 3 / 4) {
        grow(t);
        at = find(t, key, h);
    }
    struct entry *e = malloc(sizeof *e);
    *e = (struct entry){.key = strcpy(malloc(strlen(key) + 1), key), .hash = h, .next = *at};
    *at = e;
    t->count++;
    return &e->value;
}

static int erase(struct table *t, const char *key) {
    struct entry **at = find(t, key, hash(key));
    struct entry *e = *at;
    if (!e)
        return 0;
    *at = e->next;
    free(e->key);
    free(e);
    t->count--;
    return 1;
}

static void destroy(struct table *t) {
    for (unsigned i = 0; i < t->capacity; i++)
        for (struct entry *e = t->buckets[i], *next; e; e = next) {
            next = e->next;
            free(e->key);
            free(e);
        }
    free(t->buckets);
}

static void count_words(struct table *t, const char *text) {
    char word[16];
    int n = 0;
    for (;; text++) {
        if (*text && *text != ' ') {
            word[n++] = *text;
            continue;
        }
        if (n) {
            word[n] = '\0';
            ++*insert(t, word);
            n = 0;
        }
        if (!*text)
            break;
    }
}

int main(void) {
    struct table t;
    table_init(&t, 2);
    count_words(&t, "a rose is a rose is a rose and the rest is silence");
    static const char *const words[] = {"a", "rose", "is", "and", "silence", "missing"};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        int *v = lookup(&t, words[i]);
        printf("%s %d\n", words[i], v ? *v : -1);
    }
    printf("%u %u %u\n", t.count, t.capacity, t.resizes);
    char key[12];
    for (int i = 0; i < 60; i++) {
        snprintf(key, sizeof key, "key%d", i);
        *insert(&t, key) = i * i;
    }
    printf("%u %u\n", t.count, t.capacity);
    int removed = 0;
    for (int i = 0; i < 60; i += 3) {
        snprintf(key, sizeof key, "key%d", i);
        removed += erase(&t, key);
        removed += erase(&t, key);
    }
    long sum = 0;
    unsigned longest = 0;
    for (unsigned i = 0; i < t.capacity; i++) {
        unsigned length = 0;
        for (struct entry *e = t.buckets[i]; e; e = e->next, length++)
            sum += e->value;
        if (length > longest)
            longest = length;
    }
    printf("%d %u %ld %u\n", removed, t.count, sum, longest);
    destroy(&t);
    return (int)(sum % 251);
}
