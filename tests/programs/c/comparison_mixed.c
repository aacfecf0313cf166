// Relational and equality operators across types; their results are int and can be used as such.
#include <stdio.h>

int main(void) {
    signed char sc[] = {-128, -1, 0, 1, 127};
    unsigned char uc[] = {0, 1, 127, 128, 255};
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            printf("%d%d%d%c", sc[i] < uc[j], sc[i] == uc[j], sc[i] >= uc[j], j == 4 ? '\n' : ' ');
    int i = -1;
    unsigned u = 0xffffffffu;
    long l = -1;
    long long ll = -1;
    unsigned long long ull = ~0ull;
    printf("%d %d %d %d\n", i == u, i == l, l == (long)u, ll == ull);
    printf("%d %d\n", ll == (long long)u, ll < u);
    printf("%d %d\n", i < u, i > u - 1);
    printf("%d\n", (char)-1 == (unsigned char)-1);
    printf("%d\n", 'a' < 'b' == 1);
    printf("%d\n", 3 > 2 > 1);
    printf("%d\n", (1 < 2) + (2 < 3) + (3 != 3));
    printf("%d %d\n", 1.0f == 1, 0.1f < 0.1);
    printf("%d\n", 16777217 == 16777217.0f);
    printf("%d\n", 9007199254740993ll == 9007199254740992.0);
    printf("%zu\n", sizeof(1ll < 2ll));
    int count = 0;
    for (unsigned k = 3; k + 1 > 0; k--) count++;
    printf("%d\n", count);
    return (i == u) * 40 + (ll != u);
}
