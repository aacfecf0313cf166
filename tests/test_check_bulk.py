"""`unthread check` on programs that fill and copy arrays: one answer for each, without executions at random,
so that it is the engine's."""

from __future__ import annotations

import pytest

from tests.support.commands import Capture, Write, write
from tests.support.commands import check_few as check

__all__ = ["write"]  # the fixture

PROPERTIES = "reach,lock,race,memory"
HEADER = """#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
"""
THREADS = """
int main(void) {
    pthread_t x, y;
    BEFORE
    pthread_create(&x, 0, t, 0);
    pthread_create(&y, 0, u, 0);
    pthread_join(x, 0);
    pthread_join(y, 0);
    return 0;
}
"""

ALONE = {
    "memmove_up": (
        0,
        "SAFE",
        """
char a[40]; for(int i=0; i<40; i++)a[i]=(char)i; memmove(a+3,a,30); for(int i=0; i<30;
i++)assert(a[3+i]==i);""",
    ),
    "overlap": (
        10,
        "[memory]",
        """
char a[40]={ 0 }; memcpy(a+3,a,30);""",
    ),
    "same_place": (
        0,
        "SAFE",
        """
struct s{ int a[20]; }x={ { 1 } }; memcpy(&x,&x,sizeof x); assert(x.a[0]==1);""",
    ),
    "pointer_ff": (
        10,
        "[memory]",
        """
int x; int*p[4]={ &x,&x,&x,&x }; memset(p,0xff,sizeof p); *p[2]=1;""",
    ),
    "pointer_copy": (
        0,
        "SAFE",
        """
int x=3; struct s{ int n; int*p; char c; }a={ 1,&x,2 },b; memcpy(&b,&a,sizeof a); *b.p=4;
assert(x==4&&b.n==1&&b.c==2);""",
    ),
    "pointer_copy_bad": (
        10,
        "[reach]",
        """
int x=3; struct s{ int n; int*p; char c; }a={ 1,&x,2 },b; memcpy(&b,&a,sizeof a); *b.p=4;
assert(x==3);""",
    ),
    "beyond": (
        10,
        "[memory]",
        """
char*p=malloc(64); memset(p,0,65); free(p);""",
    ),
    "beyond_read": (
        10,
        "[memory]",
        """
char*p=malloc(64),q[80]; memset(p,1,64); memcpy(q,p,65); free(p);""",
    ),
    "zero_null": (
        0,
        "SAFE",
        """
memset(0,1,0); memcpy(0,0,0); memmove(0,0,0);""",
    ),
    "freed": (
        10,
        "[memory]",
        """
char*p=malloc(64); free(p); memset(p,0,64);""",
    ),
    "indeterminate": (
        10,
        "[reach]",
        """
char a[16],b[16]; memcpy(b,a,16); assert(b[3]!=77);""",
    ),
    "indeterminate_same": (
        0,
        "SAFE",
        """
char a[16],b[16]; memcpy(b,a,16); for(int i=0; i<16; i++)assert(b[i]==a[i]);""",
    ),
    "bit_fields": (
        0,
        "SAFE",
        """
struct s{ unsigned a:3,b:7; int c; }x={ 5,77,9 },y; memset(&y,0xff,sizeof y);
assert(y.a==7&&y.b==127); memcpy(&y,&x,sizeof x); assert(y.a==5&&y.b==77&&y.c==9);""",
    ),
    "unknown_mix": (
        0,
        "SAFE",
        """
static int t[4096]; unsigned i=rand()%4096u; t[i]=0x01020304; assert(((char*)t)[4*i+1]==3);
assert(((short*)t)[2*i+1]==0x0102);""",
    ),
    "unknown_index": (
        0,
        "SAFE",
        """
static int t[4096]; unsigned i=rand()%4096u; memset(t,0,sizeof t); assert(t[i]==0); t[i]=3;
assert(((char*)t)[4*i]==3);""",
    ),
    "conditional_bad": (
        10,
        "[reach]",
        """
char a[30]={ 0 }; int v=rand(); if(v)memset(a,1,30); a[4]=2; assert(a[10]==0);""",
    ),
    "padding": (
        10,
        "[reach]",
        """
struct s{ char c; int n; }x,y; x.c=y.c=1; x.n=y.n=2; assert(memcmp(&x,&y,sizeof x)==0);""",
    ),
    "mutex_copy": (
        10,
        "[lock]",
        """
pthread_mutex_t a=PTHREAD_MUTEX_INITIALIZER,b; pthread_mutex_lock(&a); memcpy(&b,&a,sizeof a);
pthread_mutex_lock(&b);""",
    ),
}

# with what `main` does before it starts them
THREADED = {
    "race_last": (
        10,
        "[race]",
        "",
        """
static char g[64]; void*t(void*a){ memset(g,1,64); return a; }void*u(void*a){ g[63]=2; return a;
};""",
    ),
    "race_beside": (
        0,
        "SAFE",
        "",
        """
static char g[65]; void*t(void*a){ memset(g,1,64); return a; }void*u(void*a){ g[64]=2; return a;
};""",
    ),
    "race_source": (
        10,
        "[race]",
        "",
        """
static char g[64],h[64]; void*t(void*a){ memcpy(h,g,64); return a; }void*u(void*a){ g[63]=2;
return a; };""",
    ),
    "torn_user": (
        10,
        "[reach]",
        "",
        """
static int g[8]; void*t(void*a){ for(int i=0; i<8; i++)g[i]=1; return a;
}void*u(void*a){ int p=g[0],q=g[7]; assert(!(p==1&&q==0)); return a; };""",
    ),
    "locked": (
        0,
        "SAFE",
        "",
        """
static char g[4096]; static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
void*t(void*a){ pthread_mutex_lock(&m); memset(g,1,4096); pthread_mutex_unlock(&m); return a;
}void*u(void*a){ pthread_mutex_lock(&m); assert(g[0]==g[4095]); pthread_mutex_unlock(&m);
return a; };""",
    ),
    "freed_by_other": (
        10,
        "[memory]",
        "p=malloc(256);",
        """
char*p; void*t(void*a){ memset(p,1,256); return a; }void*u(void*a){ free(p); return a; };""",
    ),
}


@pytest.mark.parametrize("name", ALONE)
def test_in_one_thread(name: str, capsys: Capture, write: Write) -> None:
    expected, words, body = ALONE[name]
    text = f"{HEADER}int main(void) {{ {body}\nreturn 0; }}\n"
    code, out, _ = check(capsys, write(text), "--no-sample", "--property", PROPERTIES)
    assert (code, words in out or "NO BUG FOUND" in out) == (expected, True)


@pytest.mark.parametrize("name", THREADED)
def test_in_several(name: str, capsys: Capture, write: Write) -> None:
    expected, words, before, threads = THREADED[name]
    asked = "reach" if name == "torn_user" else PROPERTIES
    text = HEADER + threads + THREADS.replace("BEFORE", before)
    code, out, _ = check(capsys, write(text), "--no-sample", "--property", asked)
    assert (code, words in out) == (expected, True)


@pytest.mark.parametrize("size", [8192, 1 << 20])
@pytest.mark.parametrize("where", ["before", "inside"])
def test_large_objects_are_no_trouble(size: int, where: str, capsys: Capture, write: Write) -> None:
    """A violation after a large loop inside a thread takes its time to replay; there is none here."""
    fill = f"p = malloc({size}); memset(p, 1, {size});"
    threads = (
        "static char *p; void *t(void *a) { assert(p[7] == 1); return a; } void *u(void *a) { return a; }"
    )
    if where == "inside":
        threads = f"void *t(void *a) {{ char *{fill} assert(p[{size} - 1] == 1); return a; }}"
        threads += " void *u(void *a) { return t(a); }"
    text = HEADER + threads + THREADS.replace("BEFORE", fill if where == "before" else "")
    code, out, _ = check(capsys, write(text), "--no-sample")
    assert code == 0
    assert out.startswith("SAFE")
