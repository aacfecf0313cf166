// Jumps back past declarations of the same block: the objects stay, and get their values once more.
#include <stdio.h>

struct pair {
    int number;
    char text[20];
};

int main(void) {
    struct pair *pair = 0, *literal = 0, *last;
    int(*array)[3] = 0, *plain = 0, n = 0;
again:;
    struct pair here = {n, "ab"};
    int three[3] = {n, n + 1};
    int word;
    char large[100] = "large", *inside = large + n;
    last = literal;
    literal = &((struct pair){n});
    if (n > 0) {
        printf("%d %d %d %d\n", pair == &here, array == &three, plain == &word, last == literal);
        printf("%d %s %d\n", pair->number, pair->text, pair->text[19]);
        printf("%d %d %d\n", (*array)[0], (*array)[1], (*array)[2]);
    }
    here.text[0] = 'z';
    here.text[19] = 1;
    three[2] = 5;
    pair = &here;
    array = &three;
    plain = &word;
    *plain = n;
    *inside = 'x';
    printf("%d %d %d %s %d\n", word, here.text[0], literal->number, large, large[99]);
    large[99] = 1;
    if (++n < 3) goto again;
    return 0;
}
