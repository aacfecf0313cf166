// flags: show --bounded
// A call through a pointer: one guarded body for each function that it may point to, and nothing after
// them.
int __VERIFIER_nondet_int(void);
int value;

void set(int n) {
    value = n;
}

void add(int n) {
    value += n;
}

void never(int n) {
    value -= n;
}

void (*chosen)(int);

int main(void) {
    void (*unused)(int) = never;
    (void)unused;
    chosen = __VERIFIER_nondet_int() ? set : add;
    chosen(3);
    return 0;
}
// output
// int value            // function_pointer.c:5:5
// void (*chosen)(int)  // 19:8
//
// void main(void)                            // function_pointer.c:21:5
// {
//          t1 = input(chosen)                // 24:14
//          chosen = t1 ? set : add           // 24:5
//          main/called = chosen              // 25:5
//          if (main/called != add) goto .7
//          value = 3                         // 12:5
//          goto .6                           // 25:5
//      .7:
//          if (main/called != set) goto .10
//          value = 3                         // 8:5
//          goto .6                           // 25:5
//      .10:
//          assert (0) else memory: "call through a pointer that does not point to a function"
//          assume (0)
//      .6:
//    0:    exit process (0)                  // 21:5
// }
//
// visible points: main 1
