/* What the program's own file says of addresses: lines of its text (DWARF 2 to 4), names of its objects. */
#define _GNU_SOURCE
#include "runtime.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

void *__real_realloc(void *, size_t);

typedef ElfW(Ehdr) header;
typedef ElfW(Shdr) section;
typedef ElfW(Sym) symbol;

/* Of several rows with one address, the last in the table counts. */
struct row {
    uintptr_t address;
    size_t number;
    struct place place;
    bool is_end;
};

static const char *image;
static uintptr_t bias;
static const symbol *symbols;
static size_t symbol_count;
static const char *names;
static struct row *rows;
static size_t row_count, row_room;

/* ---- the file ---- */

static int note_bias(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    bias = info->dlpi_addr;
    return 1; /* the program comes first */
}

static const section *sections(void)
{
    return (const section *)(image + ((const header *)image)->e_shoff);
}

static const section *section_named(const char *name)
{
    const header *head = (const header *)image;
    const char *texts = image + sections()[head->e_shstrndx].sh_offset;
    for (int i = 0; i < head->e_shnum; i++)
        if (strcmp(texts + sections()[i].sh_name, name) == 0)
            return &sections()[i];
    return NULL;
}

static void read_symbols(void)
{
    const section *table = section_named(".symtab");
    if (table == NULL)
        return;
    symbols = (const symbol *)(image + table->sh_offset);
    symbol_count = table->sh_size / sizeof *symbols;
    names = image + sections()[table->sh_link].sh_offset;
}

/* ---- DWARF's numbers ---- */

struct reader {
    const unsigned char *at, *end;
};

static unsigned long long number(struct reader *from, int size)
{
    unsigned long long value = 0;
    memcpy(&value, from->at, size);
    from->at += size;
    return value;
}

static unsigned long long uleb(struct reader *from)
{
    unsigned long long value = 0;
    for (int shift = 0; from->at < from->end; shift += 7) {
        unsigned char byte = *from->at++;
        value |= (unsigned long long)(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0)
            break;
    }
    return value;
}

static long long sleb(struct reader *from)
{
    unsigned long long value = 0;
    int shift = 0;
    unsigned char byte = 0;
    do {
        byte = *from->at++;
        value |= (unsigned long long)(byte & 0x7f) << shift;
        shift += 7;
    } while ((byte & 0x80) != 0 && from->at < from->end);
    if (shift < 64 && (byte & 0x40) != 0)
        value |= ~0ULL << shift;
    return (long long)value;
}

static const char *text(struct reader *from)
{
    const char *start = (const char *)from->at;
    from->at += strlen(start) + 1;
    return start;
}

/* ---- the line table ---- */

/* Files are known by the last part of their names: a program may be compiled in another directory. */
static int file_number(const char *path)
{
    const char *last = strrchr(path, '/');
    last = last != NULL ? last + 1 : path;
    for (int i = 0; i < unthread_file_count; i++)
        if (strcmp(unthread_files[i], last) == 0)
            return i;
    return NOWHERE;
}

static void add_row(uintptr_t address, int file, int line, bool is_end)
{
    if (row_count == row_room) {
        row_room = row_room != 0 ? 2 * row_room : 1024;
        rows = __real_realloc(rows, row_room * sizeof *rows);
        if (rows == NULL)
            abort();
    }
    struct place place = {file, file == NOWHERE ? 0 : line};
    rows[row_count] = (struct row){bias + address, row_count, place, is_end};
    row_count++;
}

enum { MOST_FILES = 1024 };

struct machine {
    uintptr_t address;
    unsigned long long file;
    long long line;
};

struct program {
    struct reader code;
    int least, line_base, line_range, opcode_base;
    unsigned char lengths[256];
    int files[MOST_FILES];
    unsigned long long file_count;
};

static void emit_row(const struct program *unit, const struct machine *state, bool is_end)
{
    int file = state->file < unit->file_count ? unit->files[state->file] : NOWHERE;
    add_row(state->address, file, (int)state->line, is_end);
}

static void extended(struct program *unit, struct machine *state)
{
    unsigned long long length = uleb(&unit->code);
    struct reader operands = {unit->code.at, unit->code.at + length};
    unit->code.at += length;
    switch (number(&operands, 1)) {
    case 1: /* the end of a sequence */
        emit_row(unit, state, true);
        *state = (struct machine){0, 1, 1};
        break;
    case 2: /* an address */
        state->address = (uintptr_t)number(&operands, (int)(length - 1));
        break;
    default:
        break;
    }
}

static void special(struct program *unit, struct machine *state, int opcode)
{
    int adjusted = opcode - unit->opcode_base;
    state->address += (uintptr_t)(adjusted / unit->line_range * unit->least);
    state->line += unit->line_base + adjusted % unit->line_range;
    emit_row(unit, state, false);
}

static void standard(struct program *unit, struct machine *state, int opcode)
{
    switch (opcode) {
    case 1:
        emit_row(unit, state, false);
        break;
    case 2:
        state->address += uleb(&unit->code) * unit->least;
        break;
    case 3:
        state->line += sleb(&unit->code);
        break;
    case 4:
        state->file = uleb(&unit->code);
        break;
    case 8:
        state->address += (uintptr_t)((255 - unit->opcode_base) / unit->line_range * unit->least);
        break;
    case 9:
        state->address += number(&unit->code, 2);
        break;
    default:
        for (int i = 0; i < unit->lengths[opcode]; i++)
            uleb(&unit->code);
        break;
    }
}

static void run_table(struct program *unit)
{
    struct machine state = {0, 1, 1};
    while (unit->code.at < unit->code.end) {
        int opcode = (int)number(&unit->code, 1);
        if (opcode == 0)
            extended(unit, &state);
        else if (opcode >= unit->opcode_base)
            special(unit, &state, opcode);
        else
            standard(unit, &state, opcode);
    }
}

static void read_files(struct program *unit, struct reader *head)
{
    while (head->at < head->end && *head->at != 0) /* directories */
        text(head);
    head->at++;
    unit->files[0] = NOWHERE;
    unit->file_count = 1;
    while (head->at < head->end && *head->at != 0 && unit->file_count < MOST_FILES) {
        unit->files[unit->file_count++] = file_number(text(head));
        uleb(head), uleb(head), uleb(head); /* directory, time, size */
    }
}

/* One unit of the table; those of other versions belong to the system's own files. */
static void read_unit(struct reader unit)
{
    static struct program program; /* too large for a small stack */
    int version = (int)number(&unit, 2);
    if (version < 2 || version > 4)
        return;
    unsigned long long length = number(&unit, 4);
    program.code = (struct reader){unit.at + length, unit.end};
    struct reader head = {unit.at, unit.at + length};
    program.least = (int)number(&head, 1);
    if (version == 4)
        number(&head, 1); /* operations in one instruction: 1 */
    number(&head, 1);     /* whether rows begin statements */
    program.line_base = (signed char)number(&head, 1);
    program.line_range = (int)number(&head, 1);
    program.opcode_base = (int)number(&head, 1);
    for (int i = 1; i < program.opcode_base; i++)
        program.lengths[i] = (unsigned char)number(&head, 1);
    read_files(&program, &head);
    run_table(&program);
}

static int by_address(const void *left, const void *right)
{
    const struct row *one = left, *other = right;
    if (one->address != other->address)
        return one->address < other->address ? -1 : 1;
    if (one->is_end != other->is_end)
        return one->is_end ? -1 : 1;
    return one->number < other->number ? -1 : 1;
}

static void read_lines(void)
{
    const section *table = section_named(".debug_line");
    if (table == NULL || (table->sh_flags & SHF_COMPRESSED) != 0)
        return;
    const unsigned char *start = (const unsigned char *)image + table->sh_offset;
    struct reader all = {start, start + table->sh_size};
    while (all.end - all.at > 4) {
        unsigned long long length = number(&all, 4);
        if (length > (unsigned long long)(all.end - all.at))
            break; /* 64-bit DWARF, which compilers do not write unless asked */
        read_unit((struct reader){all.at, all.at + length});
        all.at += length;
    }
    qsort(rows, row_count, sizeof *rows, by_address);
}

void unthread_read_image(void)
{
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat state;
    if (file < 0 || fstat(file, &state) != 0)
        return;
    void *memory = mmap(NULL, (size_t)state.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (memory == MAP_FAILED)
        return;
    image = memory;
    dl_iterate_phdr(note_bias, NULL);
    read_symbols();
    read_lines();
}

/* ---- questions ---- */

/* Where a call that returns to `pc` stands in the text. */
struct place unthread_place(uintptr_t pc)
{
    size_t low = 0, high = row_count;
    pc -= 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rows[middle].address <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || rows[low - 1].is_end)
        return (struct place){NOWHERE, 0};
    return rows[low - 1].place;
}

/* Compilers add a number to the names of static variables in functions. */
static bool is_name_of(const char *found, const char *wanted)
{
    size_t length = strlen(wanted);
    if (strncmp(found, wanted, length) != 0)
        return false;
    if (found[length] == '\0')
        return true;
    return found[length] == '.' && strspn(found + length + 1, "0123456789") == strlen(found + length + 1);
}

/* The address of the object; 0 if there is none of that size, or several. */
uintptr_t unthread_symbol(const char *name, size_t size)
{
    uintptr_t found = 0;
    for (size_t i = 0; i < symbol_count; i++) {
        const symbol *one = &symbols[i];
        if (ELF64_ST_TYPE(one->st_info) != STT_OBJECT || one->st_size != size)
            continue;
        if (!is_name_of(names + one->st_name, name) || bias + one->st_value == found)
            continue;
        if (found != 0)
            return 0;
        found = bias + one->st_value;
    }
    return found;
}

/* The name of the function around an address, or "". */
const char *unthread_function(uintptr_t pc)
{
    for (size_t i = 0; i < symbol_count; i++) {
        uintptr_t start = bias + symbols[i].st_value;
        if (ELF64_ST_TYPE(symbols[i].st_info) == STT_FUNC && start <= pc && pc < start + symbols[i].st_size)
            return names + symbols[i].st_name;
    }
    return "";
}

bool unthread_has_function(const char *prefix)
{
    for (size_t i = 0; i < symbol_count; i++)
        if (ELF64_ST_TYPE(symbols[i].st_info) == STT_FUNC &&
            strncmp(names + symbols[i].st_name, prefix, strlen(prefix)) == 0)
            return true;
    return false;
}
