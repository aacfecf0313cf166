"""Which segments may find an address free because one of another thread came before them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.encoding import encoded
from unthread.engine.encode.heirs import lives_before

TEXT = """#include <pthread.h>
#include <stdlib.h>
int *_Atomic shared;
void *first(void *unused) {{ int *mine = malloc(4); int *other = shared; {what} return unused; }}
void *second(void *unused) {{ free(shared); return unused; }}
int main(void) {{
    pthread_t t, s;
    shared = malloc(4);
    pthread_create(&t, 0, first, 0);
    pthread_create(&s, 0, second, 0);
    return 0;
}}
"""


@pytest.mark.parametrize(
    ("what", "is_told"),
    [
        ("if (mine == other) shared = 0;", True),
        ("if ((unsigned long)mine % 64) shared = 0;", True),
        ("if (mine == 0) shared = 0;", False),
        ("*mine = other != 0;", False),
    ],
)
def test_a_block_may_come_after_a_free_where_addresses_are_compared(
    what: str, is_told: bool, tmp_path: Path
) -> None:
    threads = encoded(TEXT.format(what=what), tmp_path, rounds=0).threads
    found = lives_before([run.plan for run in threads])
    assert any(thread == 2 for thread, _ in found.get((1, 0), ())) == is_told
