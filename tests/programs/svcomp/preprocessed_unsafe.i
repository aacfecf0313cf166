# 1 "preprocessed_unsafe.c"
extern void __assert_fail (const char *__assertion, const char *__file,
      unsigned int __line, const char *__function)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
extern void abort (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
void reach_error() { ((void) sizeof ((0) ? 1 : 0), __extension__ ({ if (0) ; else __assert_fail ("0", "preprocessed_unsafe.c", 2, __extension__ __PRETTY_FUNCTION__); })); }
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) { if(!cond) {abort();} }
typedef unsigned long int pthread_t;
union pthread_attr_t { char __size[36]; long int __align; };
typedef union pthread_attr_t pthread_attr_t;
extern int pthread_create (pthread_t *__restrict __newthread,
      const pthread_attr_t *__restrict __attr,
      void *(*__start_routine) (void *),
      void *__restrict __arg) __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1, 3)));
extern int pthread_join (pthread_t __th, void **__thread_return);
_Atomic int seat;
void *sit(void *who) {
  int was = seat;
  if (was == 0) seat = 1;
  else return 0;
  return (void *) 1;
}
int main() {
  pthread_t t;
  void *got, *mine;
  assume_abort_if_not(__VERIFIER_nondet_int() > 3);
  pthread_create(&t, 0, sit, 0);
  mine = sit(0);
  pthread_join(t, &got);
  if (got && mine) reach_error();
  return 0;
}
