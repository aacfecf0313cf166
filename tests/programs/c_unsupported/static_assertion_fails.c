// expect: 2 static_assertion_fails.c:2:
_Static_assert(sizeof(int) == 3, "three bytes");
int main(void) { return 0; }
