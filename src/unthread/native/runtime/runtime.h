/* What the parts of the runtime share, and what plan.c tells them.

   The runtime makes a program take the steps of a trace in their order. The program's own text is compiled
   with -fsanitize=thread, so that it calls a hook before each access to memory, and linked with this instead
   of a sanitizer's library. plan.c, which unthread generates, has the steps. */
#ifndef UNTHREAD_RUNTIME_H
#define UNTHREAD_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NOT_REPRODUCED = 77 }; /* the exit status of a program that could not be made to fail */
enum { NOWHERE = -1 };

/* ---- the plan ---- */

enum storage { STATIC, HEAP, LOCAL };

/* An object of the program. `size` is 0 where it is not known. A heap object has the line that allocates it. */
struct object {
    const char *name;
    enum storage storage;
    size_t size;
    int file, line;
};

struct access {
    int object;
    long offset;
    size_t size;
    bool writes, atomic;
};

enum step_kind {
    ACCESS,  /* one read or write */
    SECTION, /* several accesses that are one step */
    CALL,    /* of a library function; `part` 1 is the return of one that waits in between */
    END      /* of the thread */
};

struct step {
    int thread;
    enum step_kind kind;
    int file, line;
    const char *call;
    int part;
    bool is_optional; /* the compiler may have no such call */
    int first, count; /* its accesses */
};

/* A value that the program does not compute: `call` is the library function that returns it, or "". */
struct input {
    int thread;
    const char *call;
    unsigned long long integer;
    long double number;
};

enum failure {
    ASSERTION,
    ERROR_CALL,
    ERROR_LABEL,
    DEADLOCK,
    RACE,
    BAD_ACCESS,
    BAD_FREE,
    BAD_LOCK,
    LEAK,
    ARITHMETIC,
    DIVISION
};

/* A thread that has a part in the failure, where it stands then. Its accesses are those of a race. */
struct participant {
    int thread;
    int file, line;
    const char *call;
    int first, count;
};

struct ending {
    enum failure failure;
    int thread;
    int file, line;
    const char *function; /* that it is an error to call */
    const char *message;
};

extern const char *const unthread_files[];
extern const struct object unthread_objects[];
extern const struct access unthread_accesses[];
extern const struct step unthread_steps[];
extern const struct input unthread_inputs[];
extern const struct participant unthread_participants[];
extern const unsigned char unthread_stdin[]; /* what the program reads */
extern const struct ending unthread_ending;
extern const int unthread_file_count, unthread_object_count, unthread_step_count, unthread_input_count,
    unthread_participant_count, unthread_stdin_count;

/* ---- lines.c: what the program's file says of addresses ---- */

struct place {
    int file, line; /* NOWHERE and 0: not known */
};

void unthread_read_image(void);
struct place unthread_place(uintptr_t pc);
uintptr_t unthread_symbol(const char *name, size_t size);
const char *unthread_function(uintptr_t pc);
bool unthread_has_function(const char *prefix);

/* ---- schedule.c ---- */

/* The linker wraps the runtime's own calls, too: while this is not 0, they are the library's. */
extern __thread int unthread_inside;

enum event_kind { READS, WRITES, UPDATES, CALLS, BEGINS, LEAVES };

struct event {
    enum event_kind kind;
    bool atomic;
    uintptr_t address;
    size_t size;
    const char *call;
    int part;
    uintptr_t pc;
    struct place place; /* of pc; `unthread_happens` looks it up */
};

void unthread_happens(const struct event *event);
void unthread_end_section(void);
void unthread_error_function(const char *name, uintptr_t pc);
void unthread_error_block(uintptr_t pc);
void unthread_call(const char *name, uintptr_t pc);
void unthread_enter(const char *name, uintptr_t pc, const void *argument);
void unthread_call_part(const char *name, int part, uintptr_t pc);
bool unthread_has_step(const char *call, int part);
int unthread_new_thread(void);
void unthread_begin_thread(int number);
void unthread_end_thread(void);
const struct input *unthread_input(const char *call);
int unthread_thread(void);
bool unthread_will_return(const char *call);
void unthread_hand_on(void);
void unthread_note_failure(const char *outcome, uintptr_t pc);

/* ---- report.c ---- */

void unthread_failing_step(void);
void unthread_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void unthread_note(const char *outcome, int thread, struct place place);
void unthread_fail(void) __attribute__((noreturn));
void unthread_give_up(void) __attribute__((noreturn));

/* ---- library.c: the heap as the program sees it ---- */

struct block {
    uintptr_t start;
    size_t size;
    struct place allocated, freed;
    int freed_by; /* NOWHERE: nobody */
};

const struct block *unthread_block(uintptr_t address);
void unthread_check_leaks(void);
void unthread_bad_free(const void *memory, const struct block *block, uintptr_t pc);

#endif
