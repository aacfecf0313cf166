/* Clocks that there are not and durations that are none. */
#include <assert.h>
#include <errno.h>
#include <time.h>
int main(void) {
    struct timespec t, w = {0, 1000000000L}, ok = {0, 1};
    assert(clock_gettime(999, &t) == -1 && errno == EINVAL);
    errno = 0;
    assert(nanosleep(&w, 0) == -1 && errno == EINVAL);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &w, 0) == EINVAL);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &ok, 0) == 0);
    assert(nanosleep(&ok, 0) == 0 && clock_gettime(CLOCK_MONOTONIC, &t) == 0 && t.tv_nsec < 1000000000L);
    assert(clock_getres(77, 0) == -1);
    return 3;
}
