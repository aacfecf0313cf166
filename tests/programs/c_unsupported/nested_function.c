// expect: 2 unthread reads no functions inside functions
int main(void)
{
    int a = 1;
    int inner(int x) { return x + a; }
    return inner(2);
}
