// The only end that leaves memory behind is abort.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *memory = malloc(sizeof *memory);
    if (__VERIFIER_nondet_int())
        abort();
    free(memory);
    return 0;
}
