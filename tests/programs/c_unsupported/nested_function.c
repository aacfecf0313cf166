// expect: 2 nested functions are not supported
int main(void)
{
    int a = 1;
    int inner(int x) { return x + a; }
    return inner(2);
}
