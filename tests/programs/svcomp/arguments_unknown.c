// What happens depends on the arguments of the program.
void reach_error(void) {}

int main(int count, char **arguments)
{
    if (count > 2)
        reach_error();
    return 0;
}
