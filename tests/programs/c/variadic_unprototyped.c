// Variadic functions that are declared without their parameters, as old code does
// flags: -std=gnu89
int printf();
int sprintf();

int main()
{
    char text[32];
    sprintf(text, "%d-%s", 7, "x");
    printf("%s %.1f %c\n", text, 2.5f, 'y');
    return 5;
}
