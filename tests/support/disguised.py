"""Tools that are not here, played by CBMC.

Each is a script that is started as the documentation of its tool says, reads the text in the dialect of that
tool, and answers in its words; what it answers is what CBMC finds there. No output is a recording of the real
one, and no counterexample is shown: what they claim, the engine has to show.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.support.fakes import Fakes
from unthread.backends.cbmc import Cbmc

UNWIND = 400  # more often than any loop of these texts goes round, also those that fill objects byte by byte

# What a tool's words mean: C beside the text, and changes of the text as sed makes them.
_REACHED = """
void __VERIFIER_nondet_memory(void *object, unsigned long size) { __CPROVER_havoc_slice(object, size); }
void REACHED { __CPROVER_assert(0, "reached"); __CPROVER_assume(0); }
"""
_SVCOMP = _REACHED.replace("REACHED", "reach_error(void)")
_SMACK = _REACHED.replace("REACHED", "__VERIFIER_assert(int holds)")
_SEAHORN = _REACHED.replace("REACHED", "__VERIFIER_error(void)")
_KLEE = """
void klee_make_symbolic(void *object, unsigned long size, const char *name)
{ __CPROVER_havoc_slice(object, size); }
void klee_silent_exit(int status) { __CPROVER_assume(0); }
"""
_IN_KLEE = (
    r's/klee_report_error(__FILE__, __LINE__, .*message, \("[a-z]*"\));\{0,1\}/'
    r"{ __CPROVER_assert(0, \1); __CPROVER_assume(0); }/"
)
_IN_ESBMC = "s/__ESBMC_/__CPROVER_/g"
_AS_ASKED = "$(echo \"$*\" | grep -o 'UNTHREAD_NO_[A-Z]*' | sed 's/^/-D/')"


@dataclass(frozen=True, slots=True)
class Disguise:
    """`wrong` and `right` are lines of shell that answer in the tool's words; `$wrong` has a line for each
    thing that goes wrong: where in the text, and what."""

    backend: str
    program: str
    version: str
    wrong: str
    right: str
    words: str = _SVCOMP
    changes: str = ""
    flags: str = ""
    before: str = ""


_ESBMC_ENDS = r"""
case "$*" in *--multi-property*) echo "$wrong" | while read -r line what; do
    printf 'Violated property:\n  file sequential.c line %s column 1 function main\n  %s\n' "$line" "$what"
done;; esac
echo 'VERIFICATION FAILED'"""
_KLEE_ENDS = r"""
echo "$wrong" | while read -r line kind; do
    printf 'Error: %s\nFile: sequential.c\nLine: %s\n' "$kind" "$line" > "klee-out/test$line.$kind.err"
done
"""
_KLEE_DONE = r"printf 'KLEE: done: completed paths = 4\nKLEE: done: partially completed paths = 0\n'"

DISGUISES = {
    disguise.backend: disguise
    for disguise in (
        Disguise(
            "esbmc",
            "esbmc",
            "ESBMC version 7.8.1 64-bit",
            _ESBMC_ENDS,
            "echo 'VERIFICATION SUCCESSFUL'",
            words="",
            changes=_IN_ESBMC,
            flags=_AS_ASKED,
        ),
        Disguise(
            "klee",
            "klee",
            "KLEE 3.1 (https://klee.github.io)",
            _KLEE_ENDS + _KLEE_DONE,
            _KLEE_DONE,
            words=_KLEE,
            changes=_IN_KLEE,
            before="mkdir klee-out",
        ),
        Disguise(
            "2ls",
            "2ls",
            "0.9.7",
            "echo 'VERIFICATION FAILED'; exit 10",
            "echo 'VERIFICATION SUCCESSFUL'",
            words="",
            flags=_AS_ASKED,
        ),
        Disguise(
            "cpachecker",
            "cpachecker",
            "CPAchecker 4.0",
            "echo 'Verification result: FALSE. Property violation found.'",
            "echo 'Verification result: TRUE. No property violation found.'",
        ),
        Disguise(
            "ultimate", "Ultimate.py", "0.3.0", "printf 'Result:\\nFALSE\\n'", "printf 'Result:\\nTRUE\\n'"
        ),
        Disguise(
            "smack",
            "smack",
            "SMACK version 2.8.0",
            "echo 'SMACK found an error.'",
            "echo 'SMACK found no errors with unroll bound 9.'",
            words=_SMACK,
        ),
        Disguise("seahorn", "sea", "", "echo sat", "echo unsat", words=_SEAHORN),
        Disguise(
            "symbiotic", "symbiotic", "symbiotic 9.1.0", "echo 'RESULT: false(reach)'", "echo 'RESULT: true'"
        ),
        Disguise("command", "checker", "", "echo wrong", "echo right"),
    )
}


def options_of(disguise: Disguise) -> tuple[str, ...]:
    """How `unthread check` is told to use it."""
    if disguise.backend != "command":
        return ("--backend", disguise.backend)
    template = "checker -m{bits} {file}"
    return ("--backend", "command", "--command", template, "--safe", "^right$", "--unsafe", "^wrong$")


def dress(fakes: Fakes, disguise: Disguise) -> None:
    """CBMC answers in its name."""
    fakes.add(disguise.program, _script(disguise, Cbmc().place() or "cbmc"), disguise.version)
    if disguise.backend == "klee":
        fakes.add("clang", 'case "$*" in *-emit-llvm*) touch sequential.bc;; *) exec gcc "$@";; esac')


def say(fakes: Fakes, disguise: Disguise, answer: str) -> None:
    """It answers the same whatever it is asked: one of the two kinds of answer."""
    line = "$(grep -n 'ASSERT(.*\"' sequential.c | grep -v define | head -1 | cut -d: -f1)"
    wrong = f'line={line}; wrong="${{line:-1}} assert"'
    fakes.add(disguise.program, f"{_HELP}\n{disguise.before}\n{wrong}\n{answer}", disguise.version)
    if disguise.backend == "klee":
        fakes.add("clang", 'case "$*" in *-emit-llvm*) touch sequential.bc;; *) exec gcc "$@";; esac')


_HELP = 'case "$*" in --help) echo "SeaHorn version 14.0"; exit 0;; esac'


def _script(disguise: Disguise, cbmc: str) -> str:
    return f"""{_HELP}
{disguise.before}
case "$*" in *-m32*|*--32*|*32bit*) bits=32;; *) bits=64;; esac
sed -i '{disguise.changes}' sequential.c
cat > words.c <<'END'
{disguise.words}
END
"{cbmc}" sequential.c words.c --$bits {disguise.flags} --no-standard-checks --no-malloc-may-fail \
    --object-bits 12 --unwind {UNWIND} --no-unwinding-assertions > found 2>&1
grep -q '^VERIFICATION' found || {{ tail -3 found; exit 77; }}
wrong=$(sed -n 's/^\\[[^]]*\\] line \\([0-9]*\\) \\(.*\\): FAILURE$/\\1 \\2/p' found)
if [ -n "$wrong" ]; then
    {disguise.wrong}
else
    {disguise.right}
fi"""
