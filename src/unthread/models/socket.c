/* <sys/socket.h>, <netdb.h>, <arpa/inet.h>. Who is at the other end may send anything at any time, so nothing waits
   and everything may fail. Both ends of a socketpair are in this program: channels.c. */

#include "files.h"

typedef unsigned int length_type; /* socklen_t */

ssize_t read(int file, void *buffer, size_t size);
ssize_t write(int file, const void *buffer, size_t size);

static int answer(int file)
{
    return is_closed(file) ? fail_with(BAD_FILE) : succeed_or_fail();
}

int socket(int domain, int type, int protocol)
{
    (void)domain, (void)type, (void)protocol;
    return open_or_fail();
}

static void read_bytes(const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        (void)bytes[i];
}

/* Some address, of which as much is stored as there is room for. */
static void give_address(void *address, length_type *size)
{
    if (address == 0)
        return;
    length_type room = *size, length = __ut_nondet_uint() % 129;
    fill(address, length < room ? length : room);
    *size = length;
}

int bind(int file, const void *address, length_type size)
{
    read_bytes(address, size);
    return answer(file);
}

int listen(int file, int backlog)
{
    (void)backlog;
    return answer(file);
}

int connect(int file, const void *address, length_type size)
{
    cancellation_point();
    read_bytes(address, size);
    return answer(file);
}

int accept(int file, void *restrict address, length_type *restrict size)
{
    cancellation_point();
    if (is_closed(file))
        return fail_with(BAD_FILE);
    int connection = open_or_fail();
    if (connection >= 0)
        give_address(address, size);
    return connection;
}

int accept4(int file, void *restrict address, length_type *restrict size, int flags)
{
    (void)flags;
    return accept(file, address, size);
}

int shutdown(int file, int how)
{
    (void)how;
    if (channel_of(file) != 0)
        __ut_unmodelled("shutdown of a socketpair");
    return answer(file);
}

/* ---- sending and receiving ---- */

ssize_t send(int file, const void *buffer, size_t size, int flags)
{
    if (flags != 0 && channel_of(file) != 0)
        __ut_unmodelled("send with these flags over a socketpair");
    return write(file, buffer, size);
}

ssize_t sendto(int file, const void *buffer, size_t size, int flags, const void *address, length_type address_size)
{
    if (address != 0)
        read_bytes(address, address_size);
    return send(file, buffer, size, flags);
}

ssize_t recv(int file, void *buffer, size_t size, int flags)
{
    if (flags != 0 && channel_of(file) != 0)
        __ut_unmodelled("recv with flags from a socketpair");
    return read(file, buffer, size);
}

ssize_t __recv_chk(int file, void *buffer, size_t size, size_t room, int flags)
{
    (void)room;
    return recv(file, buffer, size, flags);
}

ssize_t recvfrom(int file, void *restrict buffer, size_t size, int flags, void *restrict address,
                 length_type *restrict address_size)
{
    ssize_t count = recv(file, buffer, size, flags);
    if (count >= 0)
        give_address(address, address_size);
    return count;
}

struct part {
    void *start;
    size_t size;
};

/* struct msghdr */
struct message {
    void *name;
    length_type name_size;
    struct part *parts;
    size_t part_count;
    void *control;
    size_t control_size;
    int flags;
};

ssize_t readv(int file, const struct part *parts, int count);
ssize_t writev(int file, const struct part *parts, int count);

ssize_t sendmsg(int file, const struct message *message, int flags)
{
    (void)flags;
    if (message->control_size != 0)
        __ut_unmodelled("sendmsg with control data");
    return writev(file, message->parts, (int)message->part_count);
}

ssize_t recvmsg(int file, struct message *message, int flags)
{
    if (flags != 0 && channel_of(file) != 0)
        __ut_unmodelled("recvmsg with flags from a socketpair");
    if (message->control_size != 0)
        __ut_unmodelled("recvmsg with control data");
    ssize_t count = readv(file, message->parts, (int)message->part_count);
    if (count >= 0) {
        give_address(message->name, &message->name_size);
        message->flags = __ut_nondet_int();
    }
    return count;
}

/* ---- options and names ---- */

int setsockopt(int file, int level, int option, const void *value, length_type size)
{
    (void)level, (void)option;
    if (value != 0)
        read_bytes(value, size);
    return answer(file);
}

int getsockopt(int file, int level, int option, void *restrict value, length_type *restrict size)
{
    (void)level, (void)option;
    if (is_closed(file))
        return fail_with(BAD_FILE);
    if (__ut_nondet_bool())
        return fail();
    length_type room = *size;
    if (room == sizeof(int)) {
        *(int *)value = __ut_nondet_int();
        return 0;
    }
    length_type length = __ut_nondet_uint() % (room + 1);
    fill(value, length);
    *size = length;
    return 0;
}

int getsockname(int file, void *restrict address, length_type *restrict size)
{
    if (answer(file) != 0)
        return -1;
    give_address(address, size);
    return 0;
}

int getpeername(int file, void *restrict address, length_type *restrict size)
{
    return getsockname(file, address, size);
}

/* ---- numbers in the order of the network ---- */

unsigned int htonl(unsigned int number)
{
    return __builtin_bswap32(number);
}

unsigned int ntohl(unsigned int number)
{
    return __builtin_bswap32(number);
}

unsigned short htons(unsigned short number)
{
    return __builtin_bswap16(number);
}

unsigned short ntohs(unsigned short number)
{
    return __builtin_bswap16(number);
}

/* ---- addresses as text: any ---- */

enum { IPV4 = 2, IPV6 = 10, UNKNOWN_FAMILY = 97, NO_SPACE = 28 };

unsigned int inet_addr(const char *text)
{
    (void)*text;
    return __ut_nondet_uint();
}

int inet_aton(const char *text, unsigned int *address)
{
    (void)*text;
    if (__ut_nondet_bool())
        return 0;
    *address = __ut_nondet_uint();
    return 1;
}

int inet_pton(int family, const char *restrict text, void *restrict address)
{
    (void)*text;
    if (family != IPV4 && family != IPV6)
        return fail_with(UNKNOWN_FAMILY);
    if (__ut_nondet_bool())
        return 0;
    fill(address, family == IPV4 ? 4 : 16);
    return 1;
}

const char *inet_ntop(int family, const void *restrict address, char *restrict text, length_type size)
{
    if (family != IPV4 && family != IPV6) {
        fail_with(UNKNOWN_FAMILY);
        return 0;
    }
    read_bytes(address, family == IPV4 ? 4 : 16);
    if (size == 0 || __ut_nondet_bool()) {
        fail_with(NO_SPACE);
        return 0;
    }
    length_type most = family == IPV4 ? 16 : 46;
    fill_text(text, size < most ? size : most);
    return text;
}

/* ---- names of hosts: at most one address ---- */

/* struct addrinfo */
struct host {
    int flags, family, kind, protocol;
    length_type size;
    void *address;
    char *name;
    struct host *next;
};

struct known_host {
    struct host host;
    unsigned short address[14]; /* as large as sockaddr_in6 */
};

int getaddrinfo(const char *restrict name, const char *restrict service, const struct host *restrict hints,
                struct host **restrict result)
{
    if (name != 0)
        (void)*name;
    if (service != 0)
        (void)*service;
    if (__ut_nondet_bool()) {
        int error = __ut_nondet_int();
        return error == 0 ? -2 : error; /* EAI_NONAME */
    }
    int wanted = hints == 0 ? 0 : hints->family, kind = hints == 0 ? 0 : hints->kind;
    struct known_host *found = __ut_alloc(sizeof *found, 1);
    found->host.family = wanted != 0 ? wanted : __ut_nondet_bool() ? IPV4 : IPV6;
    found->host.kind = kind != 0 ? kind : 1 + (int)(__ut_nondet_uint() % 3);
    found->host.protocol = any_natural();
    found->host.size = found->host.family == IPV4 ? 16 : 28;
    found->host.address = found->address;
    for (int i = 0; i < 14; i++)
        found->address[i] = __ut_nondet_ushort();
    found->address[0] = (unsigned short)found->host.family;
    *result = &found->host;
    return 0;
}

void freeaddrinfo(struct host *host)
{
    if (host != 0)
        __ut_free(host);
}

const char *gai_strerror(int error)
{
    (void)error;
    return "Error";
}
