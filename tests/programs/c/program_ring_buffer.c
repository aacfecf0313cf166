// A ring buffer of records with power-of-two size, wrap of unsigned indices, and a bounded queue with priorities.
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define CAPACITY 8u
_Static_assert((CAPACITY & (CAPACITY - 1)) == 0, "a power of two");

struct record { uint16_t id; uint8_t length; char data[9]; };
struct ring { struct record slots[CAPACITY]; uint32_t head, tail; unsigned dropped; };

static unsigned ring_count(const struct ring *r) { return r->tail - r->head; }
static int ring_put(struct ring *r, uint16_t id, const char *text) {
    if (ring_count(r) == CAPACITY) {
        r->dropped++;
        return 0;
    }
    struct record *slot = &r->slots[r->tail++ & (CAPACITY - 1)];
    slot->id = id;
    slot->length = (uint8_t)strlen(text);
    memcpy(slot->data, text, slot->length + 1u);
    return 1;
}
static int ring_get(struct ring *r, struct record *out) {
    if (r->head == r->tail)
        return 0;
    *out = r->slots[r->head++ % CAPACITY];
    return 1;
}

#define HEAP 16
struct job { int priority; const char *name; };
struct queue { struct job heap[HEAP]; int size; };

static void queue_push(struct queue *q, struct job job) {
    assert(q->size < HEAP);
    int i = q->size++;
    while (i > 0 && q->heap[(i - 1) / 2].priority < job.priority) {
        q->heap[i] = q->heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    q->heap[i] = job;
}
static struct job queue_pop(struct queue *q) {
    assert(q->size > 0);
    struct job top = q->heap[0], last = q->heap[--q->size];
    int i = 0, child;
    while ((child = 2 * i + 1) < q->size) {
        if (child + 1 < q->size && q->heap[child + 1].priority > q->heap[child].priority)
            child++;
        if (last.priority >= q->heap[child].priority)
            break;
        q->heap[i] = q->heap[child];
        i = child;
    }
    q->heap[i] = last;
    return top;
}

int main(void) {
    struct ring ring = {.head = UINT32_MAX - 5, .tail = UINT32_MAX - 5};
    char text[9];
    unsigned produced = 0, consumed = 0, checksum = 0;
    for (int round = 0; round < 6; round++) {
        for (int i = 0; i < 5 + round % 3; i++) {
            snprintf(text, sizeof text, "m%u", produced);
            if (ring_put(&ring, (uint16_t)(produced * 7001), text))
                produced++;
        }
        struct record r;
        for (int i = 0; i < 4 && ring_get(&ring, &r); i++) {
            checksum = checksum * 33 + r.id + r.length;
            consumed++;
            printf("%s:%u ", r.data, r.id);
        }
        printf("| %u waiting, %u dropped\n", ring_count(&ring), ring.dropped);
    }
    printf("%u %u %08x %u\n", produced, consumed, checksum, ring.tail);
    struct queue queue = {.size = 0};
    static const char *const names[] = {"sleep", "eat", "code", "test", "walk", "read", "play"};
    for (int i = 0; i < 7; i++)
        queue_push(&queue, (struct job){(i * 5 + 3) % 8, names[i]});
    int order = 0;
    while (queue.size) {
        struct job job = queue_pop(&queue);
        printf("%s(%d) ", job.name, job.priority);
        order = (order * 3 + job.priority) % 1000;
        if (job.priority == 5)
            queue_push(&queue, (struct job){1, "again"});
    }
    printf("\n");
    return order % 256;
}
