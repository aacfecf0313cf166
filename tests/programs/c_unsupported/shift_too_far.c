// expect: 10 shift_too_far.c:5:
int main(void) {
    unsigned x = 1;
    for (int i = 0; i < 40; i++)
        x |= 1u << i;
    return x != 0;
}
