/* The threads that sleep at condition variables until somebody wakes them; see sleepers.h. */

#include "sleepers.h"

thread_set __ut_asleep;
