// flags: run
int main(void) {
    __asm__ volatile("" ::: "memory");
    __asm__ volatile("cpuid");
    return 0;
}
// output
// assembly_reached.c:4:5: unsupported: inline assembly 'cpuid' (cpuid: changes %rax, which is not named as changed); --asm-model FILE says what it does
//         __asm__ volatile("cpuid");
//         ^
// exit 5
