// The counter of main.c, one step each time.
static _Atomic int counter;

void *work(void *unused)
{
    counter++;
    return 0;
}

int result(void)
{
    return counter;
}
