// expect: unsafe reach 13
/* A read may bring less than was asked for. */
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char buffer[2];
    int file = open("input", O_RDONLY);
    if (file == -1)
        return 0;
    assert(read(file, buffer, sizeof buffer) == 2);
    return 0;
}
