// expect: 4
int nobody_defines_this(int);
int main(int argc, char **argv) {
    (void)argv;
    return argc > 100 ? nobody_defines_this(3) : 4;
}
