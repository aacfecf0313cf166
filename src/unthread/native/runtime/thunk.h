/* A function that waits for its turn and is then the library's own, whatever its arguments are. */
#ifndef UNTHREAD_THUNK_H
#define UNTHREAD_THUNK_H

#include "runtime.h"

/* A function that returns what the plan has. */
#define RESULT(name, type)                                                                                  \
    type __wrap_##name(void)                                                                                \
    {                                                                                                       \
        const struct input *input = unthread_input(#name);                                                  \
        return input == NULL ? 0 : _Generic((type)0, double: (type)input->number, default: (type)input->integer); \
    }

#if defined __x86_64__

/* Saves the registers that may hold arguments: seven integer ones, eight vector ones. */
#define THUNK(name)                                                                                         \
    __asm__(".pushsection .rodata\n"                                                                        \
            ".Lunthread_name_" #name ": .asciz \"" #name "\"\n"                                             \
            ".popsection\n"                                                                                 \
            ".pushsection .text\n"                                                                          \
            ".globl __wrap_" #name "\n"                                                                     \
            ".weak __real_" #name "\n"                                                                      \
            ".type __wrap_" #name ", @function\n"                                                           \
            "__wrap_" #name ":\n"                                                                           \
            ".cfi_startproc\n"                                                                              \
            "push %rax; push %rdi; push %rsi; push %rdx; push %rcx; push %r8; push %r9\n"                   \
            ".cfi_def_cfa_offset 64\n"                                                                      \
            "sub $128, %rsp\n"                                                                              \
            ".cfi_def_cfa_offset 192\n"                                                                     \
            "movups %xmm0, (%rsp); movups %xmm1, 16(%rsp); movups %xmm2, 32(%rsp); movups %xmm3, 48(%rsp)\n" \
            "movups %xmm4, 64(%rsp); movups %xmm5, 80(%rsp); movups %xmm6, 96(%rsp); movups %xmm7, 112(%rsp)\n" \
            "lea .Lunthread_name_" #name "(%rip), %rdi\n"                                                   \
            "mov 184(%rsp), %rsi\n"                                                                         \
            "mov 168(%rsp), %rdx\n"                                                                         \
            "call unthread_enter@PLT\n"                                                                     \
            "movups (%rsp), %xmm0; movups 16(%rsp), %xmm1; movups 32(%rsp), %xmm2; movups 48(%rsp), %xmm3\n" \
            "movups 64(%rsp), %xmm4; movups 80(%rsp), %xmm5; movups 96(%rsp), %xmm6; movups 112(%rsp), %xmm7\n" \
            "add $128, %rsp\n"                                                                              \
            ".cfi_def_cfa_offset 64\n"                                                                      \
            "pop %r9; pop %r8; pop %rcx; pop %rdx; pop %rsi; pop %rdi; pop %rax\n"                          \
            ".cfi_def_cfa_offset 8\n"                                                                       \
            "jmp __real_" #name "@PLT\n"                                                                    \
            ".cfi_endproc\n"                                                                                \
            ".size __wrap_" #name ", .-__wrap_" #name "\n"                                                  \
            ".popsection\n");

#elif defined __i386__

#define THUNK(name)                                                                                         \
    __asm__(".pushsection .rodata\n"                                                                        \
            ".Lunthread_name_" #name ": .asciz \"" #name "\"\n"                                             \
            ".popsection\n"                                                                                 \
            ".pushsection .text\n"                                                                          \
            ".globl __wrap_" #name "\n"                                                                     \
            ".weak __real_" #name "\n"                                                                      \
            ".type __wrap_" #name ", @function\n"                                                           \
            "__wrap_" #name ":\n"                                                                           \
            ".cfi_startproc\n"                                                                              \
            "push %eax; push %ecx; push %edx; sub $4, %esp\n"                                               \
            ".cfi_def_cfa_offset 20\n"                                                                      \
            "push 20(%esp)\n"                                                                               \
            "push 20(%esp)\n"                                                                               \
            "push $.Lunthread_name_" #name "\n"                                                             \
            ".cfi_def_cfa_offset 32\n"                                                                      \
            "call unthread_enter\n"                                                                         \
            "add $16, %esp\n"                                                                               \
            ".cfi_def_cfa_offset 16\n"                                                                      \
            "pop %edx; pop %ecx; pop %eax\n"                                                                \
            ".cfi_def_cfa_offset 4\n"                                                                       \
            "jmp __real_" #name "\n"                                                                        \
            ".cfi_endproc\n"                                                                                \
            ".size __wrap_" #name ", .-__wrap_" #name "\n"                                                  \
            ".popsection\n");

#else
#error "native replay knows x86 alone"
#endif

#endif
