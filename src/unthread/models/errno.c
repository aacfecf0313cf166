/* errno is a macro over this function; every thread has its own. */

static _Thread_local int error_number;

int *__errno_location(void)
{
    return &error_number;
}
