// The program has arguments and does not look at them.
void reach_error(void) {}

int main(int count, char **arguments)
{
    return 0;
}
