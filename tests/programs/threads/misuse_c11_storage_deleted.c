// expect: unsafe lock 9
/* Storage of C11 threads that was deleted. */
#include <threads.h>

int main(void)
{
    tss_t storage;
    tss_create(&storage, 0), tss_delete(storage);
    tss_set(storage, &storage);
    return 0;
}
