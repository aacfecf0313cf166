// expect: 5 builtin_like_choice.c:5:
// A built-in of clang with three operands that is no choice between two of them.
int main(void) {
    int object = 1;
    return __hip_atomic_load(&object, __ATOMIC_SEQ_CST, 1);
}
