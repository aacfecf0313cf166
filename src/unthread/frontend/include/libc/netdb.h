#ifndef __UT_NETDB_H
#define __UT_NETDB_H
#include <netinet/in.h>
struct hostent {
    char *h_name;
    char **h_aliases;
    int h_addrtype;
    int h_length;
    char **h_addr_list;
};
#define h_addr h_addr_list[0]
struct addrinfo {
    int ai_flags;
    int ai_family;
    int ai_socktype;
    int ai_protocol;
    socklen_t ai_addrlen;
    struct sockaddr *ai_addr;
    char *ai_canonname;
    struct addrinfo *ai_next;
};
#define AI_PASSIVE 1
#define NI_MAXHOST 1025
#define NI_MAXSERV 32
struct hostent *gethostbyname(const char *);
int getaddrinfo(const char *__restrict, const char *__restrict, const struct addrinfo *__restrict,
                struct addrinfo **__restrict);
void freeaddrinfo(struct addrinfo *);
const char *gai_strerror(int);
#endif
