// A tiny stack machine, executed once with computed goto and once with switch; both must agree.
#include <stdio.h>
#include <string.h>

enum opcode { HALT, PUSH, ADD, SUB, MUL, DUP, SWAP, OVER, DROP, LOAD, STORE, JUMP, JUMP_ZERO, LESS, CALL, RETURN, PRINT, OPCODES };

struct machine {
    int stack[64], *top;
    int calls[16], depth;
    int memory[8];
    char output[128];
    int written;
    long executed;
};

static void reset(struct machine *m) {
    memset(m, 0, sizeof *m);
    m->top = m->stack;
}

static void emit(struct machine *m, int value) {
    m->written += snprintf(m->output + m->written, sizeof m->output - m->written, "%d ", value);
}

static void run_switch(struct machine *m, const short *code) {
    int pc = 0, t;
    for (;;) {
        m->executed++;
        switch ((enum opcode)code[pc++]) {
        case HALT: return;
        case PUSH: *m->top++ = code[pc++]; break;
        case ADD: m->top--; m->top[-1] += *m->top; break;
        case SUB: m->top--; m->top[-1] -= *m->top; break;
        case MUL: m->top--; m->top[-1] *= *m->top; break;
        case DUP: *m->top = m->top[-1]; m->top++; break;
        case SWAP: t = m->top[-1]; m->top[-1] = m->top[-2]; m->top[-2] = t; break;
        case OVER: *m->top = m->top[-2]; m->top++; break;
        case DROP: m->top--; break;
        case LOAD: *m->top++ = m->memory[code[pc++]]; break;
        case STORE: m->memory[code[pc++]] = *--m->top; break;
        case JUMP: pc += code[pc] + 1; break;
        case JUMP_ZERO: t = code[pc++]; if (!*--m->top) pc += t; break;
        case LESS: m->top--; m->top[-1] = m->top[-1] < *m->top; break;
        case CALL: m->calls[m->depth++] = pc + 1; pc = code[pc]; break;
        case RETURN: pc = m->calls[--m->depth]; break;
        case PRINT: emit(m, *--m->top); break;
        default: return;
        }
    }
}

static void run_threaded(struct machine *m, const short *code) {
    static const void *const labels[OPCODES] = {
        [HALT] = &&halt, [PUSH] = &&push, [ADD] = &&add, [SUB] = &&sub, [MUL] = &&mul, [DUP] = &&dup,
        [SWAP] = &&swap, [OVER] = &&over, [DROP] = &&drop, [LOAD] = &&load, [STORE] = &&store, [JUMP] = &&jump,
        [JUMP_ZERO] = &&jump_zero, [LESS] = &&less, [CALL] = &&call, [RETURN] = &&give_back, [PRINT] = &&print,
    };
    const short *pc = code;
    int *top = m->top, t;
#define NEXT do { m->executed++; goto *labels[*pc++]; } while (0)
    NEXT;
push: *top++ = *pc++; NEXT;
add: top--; top[-1] += *top; NEXT;
sub: top--; top[-1] -= *top; NEXT;
mul: top--; top[-1] *= *top; NEXT;
dup: *top = top[-1]; top++; NEXT;
swap: t = top[-1]; top[-1] = top[-2]; top[-2] = t; NEXT;
over: *top = top[-2]; top++; NEXT;
drop: top--; NEXT;
load: *top++ = m->memory[*pc++]; NEXT;
store: m->memory[*pc++] = *--top; NEXT;
jump: pc += *pc + 1; NEXT;
jump_zero: t = *pc++; if (!*--top) pc += t; NEXT;
less: top--; top[-1] = top[-1] < *top; NEXT;
call: m->calls[m->depth++] = (int)(pc - code) + 1; pc = code + *pc; NEXT;
give_back: pc = code + m->calls[--m->depth]; NEXT;
print: emit(m, *--top); NEXT;
halt:
    m->top = top;
#undef NEXT
}

static const short factorials[] = {
    PUSH, 1, STORE, 0, PUSH, 1, STORE, 1,
    LOAD, 0, PUSH, 11, LESS, JUMP_ZERO, 15,
    LOAD, 0, LOAD, 1, MUL, DUP, PRINT, STORE, 1,
    LOAD, 0, PUSH, 1, ADD, STORE, 0, JUMP, -25, HALT,
};
static const short countdown[] = {
    PUSH, 6, CALL, 5, HALT,
    DUP, JUMP_ZERO, 10, DUP, PRINT, PUSH, 1, SUB, CALL, 5, DUP, DROP, RETURN, DUP, PRINT, RETURN,
};
static const short shuffle[] = {PUSH, 3, PUSH, 4, OVER, OVER, SUB, PRINT, SWAP, SUB, PRINT, HALT};

static int compare(const char *name, const short *code) {
    struct machine a, b;
    reset(&a);
    reset(&b);
    run_switch(&a, code);
    run_threaded(&b, code);
    int same = !strcmp(a.output, b.output) && a.executed == b.executed && a.top - a.stack == b.top - b.stack;
    printf("%s: %s(%ld instructions, %d left) %s\n", name, a.output, a.executed, (int)(a.top - a.stack), same ? "same" : "DIFFERENT");
    return same;
}

int main(void) {
    int agreed = compare("factorials", factorials);
    agreed += compare("countdown", countdown);
    agreed += compare("shuffle", shuffle);
    printf("%d\n", agreed);
    return agreed;
}
