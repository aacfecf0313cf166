// expect: 5 complex_used.c:13:5: unsupported: type '_Complex double'
// A record with a member that is not modelled is refused each time, not only the first time
struct wave {
    int count;
    double _Complex amplitude;
};
struct wave wave;

int main(int argc, char **argv)
{
    if (argc > 5)
        wave.count = 1;
    wave.count = 2;
    return wave.count;
}
