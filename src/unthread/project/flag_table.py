"""The compiler flags that unthread knows by name, and what each of them is to it: `FLAGS`.

A flag is carried out, ignored because it changes nothing that unthread looks at, assumed (the answer says
so), or refused because the program would mean something else.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from unthread.core.records import dataclass
from unthread.core.source import FLOATING


class FlagEffect(StrEnum):
    """What becomes of a flag."""

    CARRIED_OUT = "carried out"  # clang gets it
    PATH = "path"  # the same, and its value is the name of a file or a folder
    MACHINE = "machine"  # it chooses the data model
    IGNORED = "ignored"
    ASSUMED = "assumed"  # not carried out; `note` says what is so instead
    REFUSED = "refused"  # `note` says why
    PASSED_ON = "passed on"  # -Wp,A,B: words for the preprocessor
    LINKER = "linker"  # -Wl,A,B: words for the linker, which may replace functions
    PROCESSOR = "processor"  # its value is the name of one


class Form(StrEnum):
    """Where the value of a flag stands."""

    NONE = "none"
    JOINED = "joined"  # in the same word, perhaps empty: -O2
    NEXT = "next"  # in the next word: -MF x
    EITHER = "either"  # in the same word or, if there is nothing, in the next one: -Ix, -I x


@dataclass(frozen=True, slots=True)
class Flag:
    name: str
    effect: FlagEffect
    form: Form
    note: str = ""


def _rows(names: str, effect: FlagEffect, form: Form = Form.NONE, note: str = "") -> list[Flag]:
    return [Flag(name, effect, form, note) for name in names.split()]


def _switches(names: str, effect: FlagEffect, note: str = "") -> list[Flag]:
    """-fNAME, which for what is ignored may also be -fno-NAME; NAME* stands for all that begin so."""
    found = []
    for name in names.split():
        form = Form.JOINED if name.endswith("*") else Form.NONE
        stem = name.removesuffix("*")
        found.append(Flag(f"-f{stem}", effect, form, note))
        if effect is FlagEffect.IGNORED:
            found.append(Flag(f"-fno-{stem}", effect, form, note))
    return found


_IEEE = f"{FLOATING} arithmetic is that of IEEE 754"
NOT_FUSED = f"{FLOATING} operations are not fused"

FLAGS: tuple[Flag, ...] = (
    # how C is read
    *_rows("-I -isystem -iquote -idirafter -include -imacros -isysroot", FlagEffect.PATH, Form.EITHER),
    *_rows("--sysroot=", FlagEffect.PATH, Form.JOINED),
    *_rows("--sysroot", FlagEffect.PATH, Form.NEXT),
    *_rows("-D -U", FlagEffect.CARRIED_OUT, Form.EITHER),
    *_rows("-std= --std=", FlagEffect.CARRIED_OUT, Form.JOINED),
    *_rows("-ansi -nostdinc -trigraphs -pthread", FlagEffect.CARRIED_OUT),
    *_rows("--target=", FlagEffect.CARRIED_OUT, Form.JOINED),
    *_rows("-target", FlagEffect.CARRIED_OUT, Form.NEXT),
    *_rows("-m32 -m64", FlagEffect.MACHINE),
    *_rows("-Wp,", FlagEffect.PASSED_ON, Form.JOINED),
    *_rows("-Xpreprocessor -Xclang", FlagEffect.PASSED_ON, Form.NEXT),
    *_switches(
        "signed-char no-signed-char unsigned-char no-unsigned-char short-enums no-short-enums short-wchar "
        "no-short-wchar builtin no-builtin no-builtin-* freestanding hosted gnu89-inline no-gnu89-inline "
        "wrapv no-wrapv strict-overflow no-strict-overflow trapv ms-extensions no-asm asm "
        "dollars-in-identifiers no-dollars-in-identifiers",
        FlagEffect.CARRIED_OUT,
    ),
    *_rows(
        "-fno-wrapv-pointer -fno-fast-math -fno-finite-math-only -fno-unsafe-math-optimizations "
        "-fno-associative-math -fno-reciprocal-math -fsigned-zeros -fno-single-precision-constant "
        "-ffp-contract=off -fno-openmp -fno-openacc -fno-gnu-tm -fno-blocks -fno-pack-struct "
        "-fno-cx-limited-range -fno-cx-fortran-rules "
        "-fno-instrument-functions -fsigned-bitfields -fno-unsigned-bitfields -fno-trapv "
        "-ftrivial-auto-var-init=uninitialized",
        FlagEffect.IGNORED,
    ),
    # what is not as the flag says
    *_switches(
        "wrapv-pointer",
        FlagEffect.ASSUMED,
        "leaving an object by pointer arithmetic is a violation",
    ),
    *_switches(
        "fast-math finite-math-only unsafe-math-optimizations associative-math reciprocal-math "
        "no-signed-zeros single-precision-constant cx-limited-range cx-fortran-rules",
        FlagEffect.ASSUMED,
        _IEEE,
    ),
    *_rows("-Ofast", FlagEffect.ASSUMED, note=_IEEE),
    *_rows("-mfpmath=387 -mfpmath=both -mfpmath=sse+387 -mfpmath=387+sse", FlagEffect.ASSUMED, note=_IEEE),
    *_rows("-mfpmath=sse,387 -mfpmath=387,sse -mno-sse -mno-sse2", FlagEffect.ASSUMED, note=_IEEE),
    *_rows("-ffp-contract=fast -ffp-contract=on -mfma -mfma4", FlagEffect.ASSUMED, note=NOT_FUSED),
    *_rows(
        "-ftrivial-auto-var-init=zero -ftrivial-auto-var-init=pattern -fhardened",
        FlagEffect.ASSUMED,
        note="uninitialized variables hold any value",
    ),
    *_rows(
        "-specs= --specs=", FlagEffect.ASSUMED, Form.JOINED, "the compiler has no flags from a specs file"
    ),
    *_switches(
        "instrument-functions*", FlagEffect.ASSUMED, "no function is called at the start and end of others"
    ),
    # what would make another program of it
    *_switches("openmp openmp=* openacc openacc=*", FlagEffect.REFUSED, "its threads are not modelled"),
    *_switches("gnu-tm", FlagEffect.REFUSED, "transactions are not modelled"),
    *_switches("blocks", FlagEffect.REFUSED, "blocks are not C"),
    *_switches("pack-struct pack-struct=* sso-struct=*", FlagEffect.REFUSED, "not modelled"),
    *_switches(
        "unsigned-bitfields no-signed-bitfields", FlagEffect.REFUSED, "bit-fields of type int are signed"
    ),
    *_switches("plan9-extensions exec-charset=* wide-exec-charset=*", FlagEffect.REFUSED, "not modelled"),
    *_rows("-mlong-double-64 -mlong-double-128", FlagEffect.REFUSED, note="long double is that of x86 here"),
    *_rows("-include-pch", FlagEffect.REFUSED, Form.NEXT, "it is not text; -include names the header"),
    *_rows("-undef", FlagEffect.REFUSED, note="headers need what it takes away"),
    *_rows("-mx32 -m16", FlagEffect.REFUSED, note="the data models are those of -m32 and -m64"),
    *_rows("-mms-bitfields -malign-double", FlagEffect.REFUSED, note="the layout is not modelled"),
    # languages; what is not C is refused where the flag is read
    *_rows("-x", FlagEffect.CARRIED_OUT, Form.EITHER),
    # what nothing depends on here: output, warnings, optimization, debugging, linking, code generation
    *_rows("-c -S -E -r -w -s -v -p -pg -pipe -pie -no-pie -static-pie", FlagEffect.IGNORED),
    *_rows("-shared -static -rdynamic -symbolic -H -P -C -CC", FlagEffect.IGNORED),
    *_rows(
        "-static-libgcc -shared-libgcc -nostdlib -nodefaultlibs -nostartfiles -nolibc", FlagEffect.IGNORED
    ),
    *_rows("-pedantic -pedantic-errors -Qunused-arguments -Winvalid-pch --coverage", FlagEffect.IGNORED),
    *_rows("-MD -MMD -MP -MG -M -MM -time -save-temps -coverage", FlagEffect.IGNORED),
    *_rows("-W -O -g -Wa, -save-temps= -fuse-ld= --param=", FlagEffect.IGNORED, Form.JOINED),
    *_rows("-o -MF -MT -MQ -MJ -l -L -B -T -u -z", FlagEffect.IGNORED, Form.EITHER),
    *_rows("-Wl,", FlagEffect.LINKER, Form.JOINED),
    *_rows("-Xlinker", FlagEffect.LINKER, Form.NEXT),
    *_rows("-Xassembler --param -aux-info -dumpbase -dumpdir", FlagEffect.IGNORED, Form.NEXT),
    *_rows("-march= -mcpu=", FlagEffect.PROCESSOR, Form.JOINED),
    *_rows("-mtune= -mcmodel= -mfpmath=sse -mtls-dialect=", FlagEffect.IGNORED, Form.JOINED),
    *_rows("-mno- -msse -mavx -mbranch-protection= -mindirect-branch", FlagEffect.IGNORED, Form.JOINED),
    *_rows(
        "-mpreferred-stack-boundary= -mstack-protector-guard -mfunction-return=",
        FlagEffect.IGNORED,
        Form.JOINED,
    ),
    *_rows("-mmmx -mf16c -mbmi -mbmi2 -mlzcnt -mpopcnt -maes -mpclmul -msha -mcx16", FlagEffect.IGNORED),
    *_rows(
        "-mrdrnd -mrdseed -mrtm -mxsave -mmovbe -mcrc32 -mabm -mred-zone -mstackrealign", FlagEffect.IGNORED
    ),
    *_rows(
        "-mssse3 -madx -mfsgsbase -mfxsr -mgfni -mprfchw -mrdpid -msahf -mvaes -mvpclmulqdq",
        FlagEffect.IGNORED,
    ),
    *_rows(
        "-mxsavec -mxsaveopt -mxsaves -mclflushopt -mclwb -mclzero -mpku -mwaitpkg -mshstk",
        FlagEffect.IGNORED,
    ),
    *_rows(
        "-mskip-rax-setup -mbranches-within-32B-boundaries -mspeculative-load-hardening -mseses -mlvi-cfi "
        "-mlvi-hardening -mretpoline-external-thunk -minline-all-stringops -minline-stringops-dynamically "
        "-maccumulate-outgoing-args -mpush-args -mvzeroupper -mprefer-avx128 -mcet-switch -mnop-mcount "
        "-mtls-direct-seg-refs -mforce-indirect-call -mdirect-extern-access -mneeded",
        FlagEffect.IGNORED,
    ),
    *_rows(
        "-mstringop-strategy= -mmemcpy-strategy= -mmemset-strategy= -mprefer-vector-width= -mbranch-cost= "
        "-mlarge-data-threshold= -mtune-ctrl= -mmove-max= -mstore-max=",
        FlagEffect.IGNORED,
        Form.JOINED,
    ),
    *_rows(
        "-static-libasan -static-libtsan -static-libubsan -fsyntax-only -fextended-identifiers",
        FlagEffect.IGNORED,
    ),
    *_rows("-momit-leaf-frame-pointer -mlittle-endian -mmanual-endbr", FlagEffect.IGNORED),
    *_rows(
        "-mharden-sls= -mregparm= -mincoming-stack-boundary= -malign-data=", FlagEffect.IGNORED, Form.JOINED
    ),
    *_rows("-mlong-double-80 -mrecord-mcount -mfentry -mretpoline -mgeneral-regs-only", FlagEffect.IGNORED),
    *_switches(
        "PIC pic PIE pie plt lto* strict-aliasing common exceptions asynchronous-exceptions "
        "non-call-exceptions unwind-tables asynchronous-unwind-tables stack-protector* "
        "stack-clash-protection stack-check* stack-limit* cf-protection* sanitize* visibility=* "
        "semantic-interposition ident verbose-asm function-sections data-sections omit-frame-pointer "
        "optimize-* inline* early-inlining keep-inline-functions keep-static-* "
        "delete-null-pointer-checks math-errno trapping-math rounding-math signaling-nans "
        "excess-precision=* float-store diagnostics-* color-diagnostics "
        "message-length=* max-errors=* caret-diagnostics show-column macro-prefix-map=* "
        "file-prefix-map=* debug-prefix-map=* profile-* test-coverage branch-probabilities auto-profile* "
        "tree-* unroll-* loop-* ipa-* if-conversion* reorder-* schedule-* sched-* gcse* cse-* "
        "rename-registers peel-loops peephole* split-* crossjumping devirtualize* dce dse "
        "expensive-optimizations forward-propagate guess-branch-probability hoist-adjacent-loads "
        "merge-constants merge-all-constants partial-inlining thread-jumps toplevel-reorder "
        "unit-at-a-time vect-* vectorize slp-vectorize web whole-program variable-expansion-in-unroller "
        "prefetch-loop-arrays align-* eliminate-* var-tracking* debug-types-section dwarf* "
        "record-gcc-switches leading-underscore tls-model=* strict-volatile-bitfields stdarg-opt "
        "store-merging code-hoisting conserve-stack compare-elim combine-stack-adjustments "
        "allow-store-data-races analyzer* callgraph-info* dump-* opt-info* mem-report plugin-arg-* "
        "openmp-simd integrated-as pch-* working-directory zero-call-used-regs=* zero-initialized-in-bss "
        "input-charset=utf-8 input-charset=UTF-8 exec-charset=UTF-8 harden-* "
        "strict-flex-arrays* patchable-function-entry=* gnu-unique fat-lto-objects live-patching* "
        "shrink-wrap* lra-remat ira-* selective-scheduling* section-anchors stack-reuse=* strub=* "
        "sync-libcalls ssa-* isolate-erroneous-paths-* graphite* finite-loops constant-* "
        "crash-diagnostics* spell-checking addrsig ansi-escape-codes stack-usage jump-tables "
        "large-source-files emit-struct-debug* debug-default-version=* min-function-alignment=* time-report "
        "use-init-array reg-struct-return pcc-struct-return track-macro-expansion* "
        "version-loops-for-strides profile aggressive-loop-optimizations allocation-dce auto-inc-dec "
        "bit-tests branch-count-reg caller-saves cprop-registers defer-pop delayed-branch "
        "delete-dead-exceptions fold-simple-inlines fp-int-builtin-inexact function-cse indirect-inlining "
        "ivopts keep-gc-roots-live lifetime-dse* limit-function-alignment live-range-shrinkage "
        "modulo-sched* move-loop-* nothrow-opt predictive-commoning printf-return-value ree rerun-* "
        "reschedule-* regmove save-optimization-record* sched2-* sel-sched-* simd-cost-model=* "
        "strength-reduce tracer unconstrained-commons unswitch-loops unsafe-loop-optimizations vpt zee "
        "random-seed* merge-debug-strings report-bug time-report-details tabstop=* use-linker-plugin "
        "abi-version=* checking* error-limit=* coverage-* standalone-debug limit-debug-info "
        "whole-program-vtables max-include-depth=* trampolines rtti threadsafe-statics strict-enums "
        "visibility-inlines-hidden permissive check-new elide-type",
        FlagEffect.IGNORED,
    ),
)


@cache
def _exact() -> dict[str, Flag]:
    return {flag.name: flag for flag in FLAGS}


@cache
def _beginnings() -> tuple[Flag, ...]:
    """Flags with a value in the same word, the longest first."""
    found = (flag for flag in FLAGS if flag.form in (Form.JOINED, Form.EITHER))
    return tuple(sorted(found, key=lambda flag: -len(flag.name)))


def flag_of(word: str) -> Flag | None:
    """The flag that a word is or begins with."""
    exact = _exact().get(word)
    return exact or next((flag for flag in _beginnings() if word.startswith(flag.name)), None)
