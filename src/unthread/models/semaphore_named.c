/* Named semaphores: sem_open, sem_close, sem_unlink. The table starts out empty: no other process has
   made one. */

#include "control.h"

typedef __SIZE_TYPE__ size_t;

/* As large as sem_t. */
struct semaphore {
    unsigned int value;
    int state;
    char rest[4 * sizeof(long) - 2 * sizeof(int)];
};

int *__errno_location(void);
int strcmp(const char *left, const char *right);
size_t strlen(const char *text);
char *strcpy(char *target, const char *source);
int sem_init(struct semaphore *semaphore, int shared, unsigned int value);
int sem_destroy(struct semaphore *semaphore);

enum { MOST_SEMAPHORES = 16, LONGEST_NAME = 63 };
enum { CREATE = 0100, EXCLUSIVE = 0200, NO_SUCH_FILE = 2, NAME_TOO_LONG = 36 };

struct named {
    struct semaphore semaphore;
    char name[LONGEST_NAME + 1]; /* empty: unlinked */
    unsigned int users;
};

static struct named table[MOST_SEMAPHORES];
static unsigned int count;

static struct semaphore *fail(int error)
{
    *__errno_location() = error;
    return 0;
}

/* In a section. The position in the table, or `count`. */
static unsigned int find(const char *name)
{
    unsigned int position = 0;
    while (position < count && strcmp(table[position].name, name) != 0)
        position++;
    return position;
}

/* In a section. */
static int open_known(unsigned int position, int flags)
{
    if ((flags & (CREATE | EXCLUSIVE)) == (CREATE | EXCLUSIVE))
        return EXISTS;
    table[position].users++;
    return 0;
}

/* In a section. */
static int open_new(const char *name, int flags, unsigned int value)
{
    if ((flags & CREATE) == 0)
        return NO_SUCH_FILE;
    if (count == MOST_SEMAPHORES)
        __ut_unmodelled("more than 16 named semaphores");
    if (value > 0x7fffffff)
        return INVALID;
    sem_init(&table[count].semaphore, 0, value);
    strcpy(table[count].name, name);
    table[count].users = 1;
    count++;
    return 0;
}

/* The variadic arguments are the mode, then the value, each in a slot as wide as a pointer. */
struct semaphore *sem_open(const char *name, int flags, ...)
{
    void **slots = __ut_varargs();
    unsigned int value = (flags & CREATE) != 0 ? *(unsigned int *)&slots[1] : 0;
    unsigned int position = 0;
    int error;
    __ut_atomic_begin();
    if (name[0] != '/' || name[1] == 0) {
        error = INVALID;
    } else if (strlen(name) > LONGEST_NAME) {
        error = NAME_TOO_LONG;
    } else {
        position = find(name);
        error = position < count ? open_known(position, flags) : open_new(name, flags, value);
    }
    __ut_atomic_end();
    return error == 0 ? &table[position].semaphore : fail(error);
}

/* In a section: nobody has it open, and nobody can open it. */
static void drop(struct named *named)
{
    if (named->users == 0 && named->name[0] == 0)
        sem_destroy(&named->semaphore);
}

int sem_close(struct semaphore *semaphore)
{
    struct named *named = (struct named *)semaphore;
    __ut_atomic_begin();
    _Bool known = named >= table && named < table + count;
    __ut_assert(known, "lock", "sem_close of a semaphore that sem_open did not give");
    if (known) {
        __ut_assert(named->users > 0, "lock", "sem_close of a semaphore that is not open");
        if (named->users > 0)
            named->users--;
        drop(named);
    }
    __ut_atomic_end();
    if (known)
        return 0;
    *__errno_location() = INVALID;
    return -1;
}

int sem_unlink(const char *name)
{
    __ut_atomic_begin();
    unsigned int position = find(name);
    _Bool known = position < count;
    if (known) {
        table[position].name[0] = 0;
        drop(&table[position]);
    }
    __ut_atomic_end();
    if (known)
        return 0;
    *__errno_location() = NO_SUCH_FILE;
    return -1;
}
