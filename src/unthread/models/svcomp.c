/* Functions of verification tasks that need a body here. The front end itself knows
   __VERIFIER_nondet_*, __VERIFIER_atomic_*, reach_error and their relatives. */

#include <unthread.h>

void __VERIFIER_assume(int condition)
{
    __ut_assume(condition != 0);
}

void __VERIFIER_assert(int condition)
{
    if (condition)
        return;
    __ut_assert(0, "reach", "__VERIFIER_assert failed");
    /* Where that property is not asked for, the run aborts all the same. */
    __ut_exit_process(134);
}

void __VERIFIER_nondet_memory(void *memory, __SIZE_TYPE__ size)
{
    unsigned char *bytes = memory;
    for (__SIZE_TYPE__ i = 0; i < size; i++)
        bytes[i] = __ut_nondet_uchar();
}
