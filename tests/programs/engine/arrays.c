// Arrays with an unknown index: small ones, large ones, of structs, of pointers, of several dimensions.
// inputs: i=3 j=150 v=77 | i=0 j=0 v=-1 | i=9 j=299 v=300
struct pair { short a; long b; };
static int small[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
static int large[300] = {[7] = 70, [150] = 1500, [299] = 2990};
static unsigned char bytes[400];
static struct pair pairs[12];
static long wide[8][8];
int main(void) {
    INPUT(int, i);
    INPUT(int, j);
    INPUT(int, v);
    CHECK(small[i]);
    small[i] = v;
    CHECK(small[3] + small[9 - i]);
    small[small[9 - i] % 10]++;
    CHECK(small[0] + small[1] + small[2] + small[3] + small[i]);
    CHECK(large[j]);
    large[j] = v;
    CHECK(large[150]);
    CHECK(large[299]);
    large[j / 2] += large[j] + 5;
    CHECK(large[j / 2]);
    CHECK(large[75]);
    bytes[j] = v;
    bytes[j + 1] = v >> 8;
    CHECK(bytes[j] + bytes[j + 1] * 256);
    CHECK(bytes[151]);
    pairs[i].a = v;
    pairs[i].b = (long)v * v;
    CHECK(pairs[i].a + pairs[i].b);
    CHECK(pairs[3].b);
    struct pair taken = pairs[i];
    CHECK(taken.a);
    pairs[(i + 1) % 12] = taken;
    CHECK(pairs[(i + 1) % 12].b);
    wide[i & 7][j & 7] = v;
    CHECK(wide[3][6]);
    CHECK(wide[i & 7][j & 7]);
    int local[5] = {0};
    for (int k = 0; k < 5; k++) local[(i + k) % 5] = k * v;
    CHECK(local[2]);
    CHECK(local[i % 5]);
    int *walk = large + j;
    *walk = 4;
    CHECK(large[j] + large[0]);
    return DONE;
}
