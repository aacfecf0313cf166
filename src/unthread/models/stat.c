/* <sys/stat.h>, <dirent.h> and what <unistd.h>, <stdio.h> and <stdlib.h> have about paths. What is in the file system
   is any state of it, and another one each time. */

#include "files.h"

void *malloc(size_t size);
void free(void *memory);
int close(int file);

/* ---- what is known of a file ---- */

struct moment {
    long seconds, nanoseconds;
};

struct stat {
    unsigned long long device;
#ifdef __x86_64__
    unsigned long node, links;
    unsigned int mode, user, group, rest;
    unsigned long long real_device;
    long size, block_size, blocks;
    struct moment accessed, modified, changed;
    long more[3];
#else
    unsigned short rest;
    unsigned long node;
    unsigned int mode, links, user, group;
    unsigned long long real_device;
    unsigned short more;
    long size, block_size, blocks;
    struct moment accessed, modified, changed;
    unsigned long last[2];
#endif
};

/* struct stat64 of i386; on x86-64 there is no difference. */
struct stat64 {
#ifdef __x86_64__
    struct stat same;
#else
    unsigned long long device;
    unsigned int rest;
    unsigned long old_node;
    unsigned int mode, links, user, group;
    unsigned long long real_device;
    unsigned int more;
    long long size;
    long block_size;
    long long blocks;
    struct moment accessed, modified, changed;
    unsigned long long node;
#endif
};

static struct moment any_moment(void)
{
    struct moment moment = {any_natural(), (long)(__ut_nondet_uint() % 1000000000)};
    return moment;
}

/* Pipes to devices, folders to sockets. */
static unsigned int any_mode(void)
{
    return __ut_nondet_uint() & 0177777;
}

#define DESCRIBE(info)                                  \
    do {                                                \
        (info)->device = __ut_nondet_uint();            \
        (info)->node = __ut_nondet_uint();              \
        (info)->links = 1u + __ut_nondet_uint() % 1024; \
        (info)->mode = any_mode();                      \
        (info)->user = __ut_nondet_uint();              \
        (info)->group = __ut_nondet_uint();             \
        (info)->real_device = __ut_nondet_uint();       \
        (info)->size = any_natural();                   \
        (info)->block_size = 4096;                      \
        (info)->blocks = any_natural();                 \
        (info)->accessed = any_moment();                \
        (info)->modified = any_moment();                \
        (info)->changed = any_moment();                 \
    } while (0)

static int describe(struct stat *info)
{
    if (__ut_nondet_bool())
        return fail();
    DESCRIBE(info);
    return 0;
}

static int describe64(struct stat64 *info)
{
#ifdef __x86_64__
    return describe(&info->same);
#else
    if (__ut_nondet_bool())
        return fail();
    DESCRIBE(info);
    return 0;
#endif
}

int stat(const char *restrict path, struct stat *restrict info)
{
    (void)*path;
    return describe(info);
}

int lstat(const char *restrict path, struct stat *restrict info)
{
    (void)*path;
    return describe(info);
}

int fstat(int file, struct stat *info)
{
    return is_closed(file) ? fail_with(BAD_FILE) : describe(info);
}

int fstatat(int folder, const char *restrict path, struct stat *restrict info, int flags)
{
    (void)folder, (void)*path, (void)flags;
    return describe(info);
}

int stat64(const char *restrict path, struct stat64 *restrict info)
{
    (void)*path;
    return describe64(info);
}

int lstat64(const char *restrict path, struct stat64 *restrict info)
{
    (void)*path;
    return describe64(info);
}

int fstat64(int file, struct stat64 *info)
{
    return is_closed(file) ? fail_with(BAD_FILE) : describe64(info);
}

/* ---- changes, which nobody sees ---- */

static int done_to(const char *path)
{
    (void)*path;
    return succeed_or_fail();
}

static int done_to_both(const char *path, const char *other)
{
    (void)*path, (void)*other;
    return succeed_or_fail();
}

int access(const char *path, int mode)
{
    (void)mode;
    return done_to(path);
}

int unlink(const char *path)
{
    return done_to(path);
}

int unlinkat(int folder, const char *path, int flags)
{
    (void)folder, (void)flags;
    return done_to(path);
}

int remove(const char *path)
{
    return done_to(path);
}

int rename(const char *path, const char *other)
{
    return done_to_both(path, other);
}

int link(const char *path, const char *other)
{
    return done_to_both(path, other);
}

int symlink(const char *path, const char *other)
{
    return done_to_both(path, other);
}

int rmdir(const char *path)
{
    return done_to(path);
}

int mkdir(const char *path, unsigned int mode)
{
    (void)mode;
    return done_to(path);
}

int mkfifo(const char *path, unsigned int mode)
{
    (void)mode;
    return done_to(path);
}

int chdir(const char *path)
{
    return done_to(path);
}

int fchdir(int file)
{
    (void)file;
    return succeed_or_fail();
}

int chroot(const char *path)
{
    return done_to(path);
}

int chmod(const char *path, unsigned int mode)
{
    (void)mode;
    return done_to(path);
}

int fchmod(int file, unsigned int mode)
{
    (void)file, (void)mode;
    return succeed_or_fail();
}

int chown(const char *path, unsigned int user, unsigned int group)
{
    (void)user, (void)group;
    return done_to(path);
}

int lchown(const char *path, unsigned int user, unsigned int group)
{
    (void)user, (void)group;
    return done_to(path);
}

int fchown(int file, unsigned int user, unsigned int group)
{
    (void)file, (void)user, (void)group;
    return succeed_or_fail();
}

int truncate(const char *path, long length)
{
    (void)length;
    return done_to(path);
}

unsigned int umask(unsigned int mask)
{
    (void)mask;
    return __ut_nondet_uint() & 0777;
}

/* Two times, or none for now. */
static int done_with_times(const long *times, int words)
{
    for (int i = 0; times != 0 && i < words; i++)
        (void)times[i];
    return succeed_or_fail();
}

int utime(const char *path, const long *times)
{
    (void)*path;
    return done_with_times(times, 2);
}

int utimes(const char *path, const long *times)
{
    (void)*path;
    return done_with_times(times, 4);
}

int futimes(int file, const long *times)
{
    (void)file;
    return done_with_times(times, 4);
}

int futimens(int file, const long *times)
{
    (void)file;
    return done_with_times(times, 4);
}

int utimensat(int folder, const char *path, const long *times, int flags)
{
    (void)folder, (void)flags;
    if (path != 0)
        (void)*path;
    return done_with_times(times, 4);
}

/* ---- paths: texts of few characters ---- */

enum { LONGEST_NAME = 7, OUT_OF_SPACE = 34 };

static char *no_text(int error)
{
    fail_with(error);
    return 0;
}

char *getcwd(char *path, size_t size)
{
    if (path == 0) {
        size = size == 0 ? LONGEST_NAME + 1 : size;
        path = malloc(size);
        if (path == 0)
            return 0;
    }
    if (size < 2)
        return no_text(OUT_OF_SPACE);
    if (__ut_nondet_bool())
        return no_text((int)(__ut_nondet_uint() % 133) + 1);
    path[0] = '/';
    fill_text(path + 1, size - 1 < LONGEST_NAME ? size - 1 : LONGEST_NAME);
    return path;
}

/* The buffer is to have room for PATH_MAX bytes. */
char *realpath(const char *restrict path, char *restrict result)
{
    (void)*path;
    if (__ut_nondet_bool())
        return no_text((int)(__ut_nondet_uint() % 133) + 1);
    if (result == 0)
        result = malloc(LONGEST_NAME + 1);
    if (result == 0)
        return 0;
    result[0] = '/';
    fill_text(result + 1, LONGEST_NAME);
    return result;
}

ssize_t readlink(const char *restrict path, char *restrict text, size_t size)
{
    (void)*path;
    if (__ut_nondet_bool())
        return fail();
    size_t length = __ut_nondet_size();
    if (length > size)
        length = size;
    if (length > LONGEST_NAME)
        length = LONGEST_NAME;
    for (size_t i = 0; i < length; i++) {
        text[i] = __ut_nondet_char();
        __ut_assume(text[i] != 0);
    }
    return (ssize_t)length;
}

/* The last six characters of a template. */
static _Bool make_name(char *template)
{
    size_t length = 0;
    while (template[length] != 0)
        length++;
    if (length < 6)
        return 0;
    for (size_t i = length - 6; i < length; i++)
        template[i] = (char)('a' + __ut_nondet_uint() % 26);
    return 1;
}

int mkstemp(char *template)
{
    if (!make_name(template))
        return fail_with(INVALID);
    return open_or_fail();
}

char *mkdtemp(char *template)
{
    if (!make_name(template))
        return no_text(INVALID);
    return __ut_nondet_bool() ? template : no_text(13); /* EACCES */
}

/* ---- folders: any names of few characters, in any number ---- */

struct entry {
    unsigned long node;
    long offset;
    unsigned short size;
    unsigned char type;
    char name[256];
};

struct folder {
    int file;
    struct entry entry;
};

static struct folder *new_folder(int file)
{
    struct folder *folder = malloc(sizeof *folder);
    if (folder == 0)
        close(file);
    else
        folder->file = file;
    return folder;
}

struct folder *opendir(const char *path)
{
    (void)*path;
    int file = open_or_fail();
    return file < 0 ? 0 : new_folder(file);
}

struct folder *fdopendir(int file)
{
    if (__ut_nondet_bool()) {
        fail();
        return 0;
    }
    return new_folder(file);
}

struct entry *readdir(struct folder *folder)
{
    struct entry *entry = &folder->entry;
    if (__ut_nondet_bool())
        return 0;
    entry->node = __ut_nondet_uint();
    entry->offset = any_natural();
    entry->size = sizeof *entry;
    entry->type = __ut_nondet_uchar() % 16;
    entry->name[0] = __ut_nondet_char();
    __ut_assume(entry->name[0] != 0 && entry->name[0] != '/');
    fill_text(entry->name + 1, LONGEST_NAME);
    return entry;
}

void rewinddir(struct folder *folder)
{
    (void)folder->file;
}

int dirfd(struct folder *folder)
{
    return folder->file;
}

int closedir(struct folder *folder)
{
    int file = folder->file;
    free(folder);
    return close(file);
}
