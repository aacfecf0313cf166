"""What threads of realistic programs do. Each pattern takes the bug that it is to have (or none), and how
many threads it may start."""

from __future__ import annotations

from random import Random

from tests.properties.realistic_frame import Parts, indent


def pool(random: Random, bug: str, threads: int) -> Parts:
    """Workers take jobs from an array under a lock until they are told to go."""
    jobs = random.randint(2, 3)
    wait = "if" if bug == "wait without a loop" else "while"
    wake = "signal" if bug == "signal for many" else "broadcast"
    close = f"closed = 1;\npthread_cond_{wake}(&filled);"
    if bug != "close without the lock":
        close = f"pthread_mutex_lock(&lock);\n{close}\npthread_mutex_unlock(&lock);"
    done = "done++;" if bug == "counter without the lock" else ""
    inside = "" if done else "done++;\n    "
    limit = "<=" if bug == "one too many" else "<"
    body = f"""for (;;) {{
    int job;
    pthread_mutex_lock(&lock);
    {wait} (first == last && !closed)
        pthread_cond_wait(&filled, &lock);
    if (first == last) {{
        pthread_mutex_unlock(&lock);
        break;
    }}
    job = jobs[first++];
    {inside}pthread_mutex_unlock(&lock);
    {done}
    assert(job > 0);
}}"""
    if bug == "wait without a loop":
        body = body.replace("    if (first == last) {", "    if (closed && first == last) {")
    during = f"""for (int i = 0; i {limit} {jobs}; i++) {{
    pthread_mutex_lock(&lock);
    jobs[last++] = i + 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
}}
{close}"""
    return Parts(
        f"static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;\nstatic int jobs[{jobs}], first, last;\n"
        "static int closed, done;\n",
        [("work", threads, body)],
        during=during,
        checks="" if bug == "one too many" else f"assert(done == {jobs});",
        locks=["lock"],
    )


def bounded_queue(random: Random, bug: str, threads: int) -> Parts:
    """Producers and consumers of a ring."""
    size = 1 if bug == "ring one too long" else random.randint(1, 2)
    pairs = max(1, threads // 2)
    wait = "if" if bug == "wait without a loop" else "while"
    wake = "if (count == 1)\n    " if bug == "wake only when empty" else ""
    wrap = f"% {size + 1}" if bug == "ring one too long" else f"% {size}"
    condition = "filled" if bug == "one condition for both" else "drained"
    put = f"""pthread_mutex_lock(&lock);
{wait} (count == {size})
    pthread_cond_wait(&{condition}, &lock);
assert(count < {size});
ring[tail] = id + 1;
tail = (tail + 1) {wrap};
count++;
{wake}pthread_cond_signal(&filled);
pthread_mutex_unlock(&lock);"""
    get = f"""pthread_mutex_lock(&lock);
{wait} (count == 0)
    pthread_cond_wait(&filled, &lock);
assert(count > 0);
sum += ring[head];
head = (head + 1) % {size};
count--;
pthread_cond_signal(&{condition});
pthread_mutex_unlock(&lock);"""
    if bug == "ring one too long":
        put = f"for (int i = 0; i < 2; i++) {{\n{indent(put)}}}"
        get = f"for (int i = 0; i < 2; i++) {{\n{indent(get)}}}"
    if bug == "producer forgets":
        put = f"if (id == {pairs - 1})\n    return NULL;\n{put}"
    total = pairs * (pairs + 1) // 2
    return Parts(
        "static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, drained = PTHREAD_COND_INITIALIZER;\n"
        f"static int ring[{size}], head, tail, count, sum;\n",
        [("produce", pairs, put), ("consume", pairs, get)],
        checks="" if bug else f"assert(count == 0 && sum == {total});",
        locks=["lock"],
    )


def slots(random: Random, bug: str, threads: int) -> Parts:
    """Each thread fills a cell of its own; main adds them up."""
    place = "id + 1" if bug == "off by one" else "id"
    where = random.randrange(3)
    heap = where == 0
    shared = "static int *cells;\n" if where < 2 else f"static int cells[{threads}];\n"
    setup = f"cells = calloc({threads}, sizeof *cells);" if heap else ""
    if where == 1:
        setup = f"int count = {threads};\nint area[count];\nmemset(area, 0, sizeof area);\ncells = area;"
    body = f"cells[{place}] = id * 2 + 1;"
    if bug == "neighbor":
        body += f"\nif (id + 1 < {threads})\n    cells[id] += cells[id + 1];"
    sums = f"int sum = 0;\nfor (int i = 0; i < {threads}; i++)\n    sum += cells[i];\n"
    checks = sums + (f"assert(sum == {threads * threads});" if not bug else "(void)sum;")
    if bug == "early free":
        return Parts(
            "static int *cells;\n",
            [("fill", threads, body)],
            setup=f"cells = calloc({threads}, sizeof *cells);",
            during="free(cells);",
        )
    return Parts(
        shared,
        [("fill", threads, body)],
        setup=setup,
        checks=checks + ("\nfree(cells);" if heap and bug != "missing join" else ""),
        skip_last_join=bug == "missing join",
    )


def trylock(random: Random, bug: str, threads: int) -> Parts:
    """Who does not get the lock counts elsewhere."""
    tries = random.randint(1, 2)
    fallback = {
        "fallback without a lock": "taken++;",
        "unlock what was not taken": "atomic_fetch_add(&missed, 1);\npthread_mutex_unlock(&lock);",
        "forget a miss": "tries = tries;",
    }.get(bug, "atomic_fetch_add(&missed, 1);")
    test = "!= EBUSY" if random.randrange(2) else "== 0"
    body = f"""for (int tries = 0; tries < {tries}; tries++) {{
    if (pthread_mutex_trylock(&lock) {test}) {{
        taken++;
        pthread_mutex_unlock(&lock);
    }} else {{
{indent(indent(fallback))}    }}
}}""".replace("tries = tries;", "sched_yield();")
    return Parts(
        "#include <errno.h>\nstatic int taken;\nstatic atomic_int missed;\n",
        [("attempt", threads, body)],
        checks=f"assert(taken + missed == {threads * tries});",
        locks=["lock"],
        plain_locks=True,
    )


def publish(random: Random, bug: str, threads: int) -> Parts:
    """One thread makes data, the others wait for a flag."""
    flag = "static int ready;\n" if bug == "plain flag" else "static atomic_int ready;\n"
    make = "data[0] = 1;\ndata[1] = 2;"
    tell = "ready = 1;"
    if random.randrange(3) == 0 and bug != "plain flag":
        tell = "atomic_store_explicit(&ready, 1, memory_order_release);"
    body = f"{tell}\n{make}" if bug == "flag first" else f"{make}\n{tell}"
    wait = "while (!ready)\n    sched_yield();" if random.randrange(2) else "while (!ready)\n    ;"
    if bug == "no waiting":
        wait = "if (!ready)\n    sched_yield();"
    check = "assert(data[0] + data[1] == 3);"
    return Parts(
        f"static int data[2];\n{flag}",
        [("make", 1, body), ("use", threads - 1, f"{wait}\n{check}")],
    )


def reference_count(random: Random, bug: str, threads: int) -> Parts:
    """The last one frees."""
    kind = "int" if bug == "plain count" else "atomic_int"
    drop = "--box->users == 0"
    if bug == "count read again":
        drop = "box->users-- > 0 && box->users == 0"
    after = "\nassert(box->value == 7);" if bug == "used after release" else ""
    before = "" if after else "assert(box->value == 7);\n"
    users = threads if bug == "one user too few" else threads + 1
    helpers = f"static void release(struct box *box)\n{{\n    if ({drop})\n        free(box);\n}}\n"
    locked = random.randrange(2) and not bug
    if locked:
        helpers = (
            "static void release(struct box *box)\n{\n    pthread_mutex_lock(&lock);\n"
            "    int left = --box->users;\n    pthread_mutex_unlock(&lock);\n"
            "    if (left == 0)\n        free(box);\n}\n"
        )
    return Parts(
        f"struct box {{ {kind} users; int value; }};\nstatic struct box *shared;\n",
        [("hold", threads, f"struct box *box = shared;\n{before}release(box);{after}")],
        setup=f"shared = malloc(sizeof *shared);\nshared->users = {users};\nshared->value = 7;",
        during="release(shared);",
        helpers=helpers,
        locks=["lock"] if locked else [],
    )


def linked_list(random: Random, bug: str, threads: int) -> Parts:
    """Threads push nodes and pop some."""
    pops = random.randint(1, threads)
    unlocked = bug == "pop without the lock"
    guard = "" if bug == "empty list" else "if (node != NULL)\n        "
    take = f"struct node *node = head;\n    {guard}head = node->next;"
    lock = "" if unlocked else "pthread_mutex_lock(&lock);\n    "
    unlock = "" if unlocked else "\n    pthread_mutex_unlock(&lock);"
    helpers = f"""static void push(int value)
{{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    pthread_mutex_lock(&lock);
    node->next = head;
    head = node;
    pthread_mutex_unlock(&lock);
}}

static int pop(void)
{{
    int value = 0;
    {lock}{take}{unlock}
    if (node != NULL)
        value = node->value;
    free(node);
    return value;
}}
"""
    if bug == "freed inside":
        helpers = helpers.replace(
            "    if (node != NULL)\n        value", "    free(node);\n    if (node)\n        value"
        )
        helpers = helpers.replace("value = node->value;\n    free(node);", "value = node->value;")
    body = f"push(id + 1);\nif (id < {pops})\n    atomic_fetch_add(&sum, pop());"
    if bug == "empty list":
        body = f"if (id < {pops})\n    atomic_fetch_add(&sum, pop());\npush(id + 1);"
    rest = "int value;\nwhile ((value = pop()) != 0)\n    sum += value;\n"
    total = threads * (threads + 1) // 2
    return Parts(
        "struct node { int value; struct node *next; };\nstatic struct node *head;\nstatic atomic_int sum;\n",
        [("work", threads, body)],
        checks="" if bug else f"{rest}assert(sum == {total});",
        helpers=helpers,
        locks=["lock"],
    )


def barrier(random: Random, bug: str, threads: int) -> Parts:
    """Threads write, meet, and read what others wrote."""
    count = {"one too many": threads + 1, "one too few": threads - 1}.get(bug, threads)
    meet = "" if bug == "no meeting" else "\npthread_barrier_wait(&meeting);"
    body = f"cells[id] = id;{meet}\nassert(cells[(id + 1) % {threads}] == (id + 1) % {threads});"
    if bug == "second phase":
        body += "\ncells[id] = 0;"
    elif random.randrange(2) and not bug:
        body += "\npthread_barrier_wait(&meeting);\ncells[id] = 0;"
    return Parts(
        f"static pthread_barrier_t meeting;\nstatic int cells[{threads}];\n",
        [("meet", threads, body)],
        setup=f"pthread_barrier_init(&meeting, NULL, {count});"
        + ("\nmemset(cells, -1, sizeof cells);" if random.randrange(2) else ""),
    )


def readers_writers(random: Random, bug: str, threads: int) -> Parts:
    """Two cells stay equal under a read-write lock."""
    writers = 1 if threads < 4 else random.randint(1, 2)
    write = "rdlock" if bug == "writes under a read lock" else "wrlock"
    lock, unlock = "pthread_rwlock_rdlock(&rw);\n", "\npthread_rwlock_unlock(&rw);"
    if bug == "reader without the lock":
        lock = unlock = ""
    if bug == "upgrade":
        lock += "if (left == 0) {\n    pthread_rwlock_wrlock(&rw);\n    pthread_rwlock_unlock(&rw);\n}\n"
    writer = f"pthread_rwlock_{write}(&rw);\nleft++;\nright++;\npthread_rwlock_unlock(&rw);"
    if bug == "writes under a read lock":
        writers = 2
    return Parts(
        "static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;\nstatic int left, right;\n",
        [
            ("write", writers, writer),
            ("read", max(1, threads - writers), f"{lock}assert(left == right);{unlock}"),
        ],
        checks=f"assert(left == {writers});" if not bug else "",
    )


def semaphores(random: Random, bug: str, threads: int) -> Parts:
    """A semaphore as a lock, another one to wait for all."""
    first = 2 if bug == "two may enter" else 1
    post = "if (id > 0)\n    sem_post(&finished);" if bug == "missing post" else "sem_post(&finished);"
    enter, leave = "sem_wait(&gate);\n", "\nsem_post(&gate);"
    if bug == "post before the write":
        body = f"{post}\n{enter}total += id;{leave}"
    else:
        body = f"{enter}total += id;{leave}\n{post}"
    if random.randrange(3) == 0 and not bug:
        body = f"if (sem_trywait(&gate) != 0)\n    sem_wait(&gate);\ntotal += id;{leave}\n{post}"
    wait = f"for (int i = 0; i < {threads}; i++)\n    sem_wait(&finished);\n"
    return Parts(
        "static sem_t gate, finished;\nstatic int total;\n",
        [("add", threads, body)],
        setup=f"sem_init(&gate, 0, {first});\nsem_init(&finished, 0, 0);",
        during=f"{wait}assert(total == {threads * (threads - 1) // 2});",
    )


def once(random: Random, bug: str, threads: int) -> Parts:
    """The first one makes what all use."""
    helpers = (
        "static void prepare(void)\n{\n    table = malloc(sizeof *table);\n    *table = 5;\n    made++;\n}\n"
    )
    if bug == "test of a pointer":
        begin = "if (table == NULL)\n    prepare();"
    elif bug == "double check":
        begin = (
            "if (table == NULL) {\n    pthread_mutex_lock(&lock);\n"
            "    if (table == NULL)\n        prepare();\n    pthread_mutex_unlock(&lock);\n}"
        )
    elif random.randrange(2):
        begin = "pthread_once(&control, prepare);"
    else:
        begin = "pthread_mutex_lock(&lock);\nif (!made)\n    prepare();\npthread_mutex_unlock(&lock);"
    return Parts(
        "static pthread_once_t control = PTHREAD_ONCE_INIT;\nstatic int *table, made;\n",
        [("use", threads, f"(void)&control, (void)&lock;\n{begin}\nassert(*table == 5);")],
        checks="assert(made == 1);\nfree(table);",
        helpers=helpers,
        locks=["lock"],
    )


def transfers(random: Random, bug: str, threads: int) -> Parts:
    """Accounts with a lock each, taken in one order."""
    accounts = 2 if bug == "any order" else random.randint(2, 3)  # a circle needs a thread for each
    order = "int low = from < to ? from : to, high = from < to ? to : from;"
    if bug == "any order":
        order = "int low = from, high = to;"
    if bug == "one lock":
        order = "int low = from, high = from;"
    second = "" if bug == "one lock" else "    pthread_mutex_lock(&accounts[high].lock);\n"
    undo = "" if bug == "one lock" else "    pthread_mutex_unlock(&accounts[high].lock);\n"
    test = f"int from = id % {accounts}, to = (id + 1) % {accounts};"
    if bug == "to itself":
        test = f"int from = id % {accounts}, to = (id + 1 == {threads}) ? from : (id + 1) % {accounts};"
        accounts_note = "    assert(low <= high);\n"
    else:
        accounts_note = ""
    helpers = f"""static void transfer(int from, int to, int amount)
{{
    {order}
    (void)high;
{accounts_note}    pthread_mutex_lock(&accounts[low].lock);
{second}    accounts[from].money -= amount;
    accounts[to].money += amount;
{undo}    pthread_mutex_unlock(&accounts[low].lock);
}}
"""
    kind = "PTHREAD_MUTEX_NORMAL"
    setup = f"""pthread_mutexattr_t kind;
pthread_mutexattr_init(&kind);
pthread_mutexattr_settype(&kind, {kind});
for (int i = 0; i < {accounts}; i++) {{
    pthread_mutex_init(&accounts[i].lock, &kind);
    accounts[i].money = 10;
}}"""
    sums = f"int sum = 0;\nfor (int i = 0; i < {accounts}; i++)\n    sum += accounts[i].money;\n"
    return Parts(
        f"static struct account {{ int money; pthread_mutex_t lock; }} accounts[{accounts}];\n",
        [("move", threads, f"{test}\ntransfer(from, to, id + 1);")],
        setup=setup,
        checks=f"{sums}assert(sum == {10 * accounts});",
        helpers=helpers,
    )


def compare_and_swap(random: Random, bug: str, threads: int) -> Parts:
    """A maximum and a sum without locks."""
    retry = "" if bug == "no retry" else "while "
    loop = (
        "int seen = atomic_load(&most);\n"
        f"{retry or 'if '}(seen < id + 1 && !atomic_compare_exchange_weak(&most, &seen, id + 1))\n    ;"
    )
    if retry:
        loop = loop.replace(
            "compare_exchange_weak", random.choice(["compare_exchange_weak", "compare_exchange_strong"])
        )
    else:
        loop = (
            "int seen = atomic_load(&most);\nif (seen < id + 1)\n"
            "    atomic_compare_exchange_strong(&most, &seen, id + 1);"
        )
    add = (
        "sum = sum + id;"
        if bug == "load and store"
        else random.choice(["sum += id;", "atomic_fetch_add(&sum, id);"])
    )
    if bug == "blind store":
        loop = "if (most < id + 1)\n    most = id + 1;"
    return Parts(
        "static atomic_int most, sum;\n",
        [("offer", threads, f"{loop}\n{add}")],
        checks=f"assert(most == {threads});\nassert(sum == {threads * (threads - 1) // 2});",
    )


def until_stopped(random: Random, bug: str, threads: int) -> Parts:
    """Workers go on until main says stop."""
    kind = "int" if bug == "plain flag" else random.choice(["atomic_int", "atomic_bool"])
    update = (
        "steps++;"
        if bug == "counter without the lock"
        else ("pthread_mutex_lock(&lock);\n    steps++;\n    pthread_mutex_unlock(&lock);")
    )
    body = f"while (!stop) {{\n    {update}\n    if (id >= 0 && steps_of[id]++ > 0)\n        break;\n}}"
    if bug == "never stopped":
        body = "while (!stop)\n    sched_yield();"
    return Parts(
        f"static {kind} stop;\nstatic int steps, steps_of[{threads}];\n",
        [("work", threads, body)],
        during="" if bug == "never stopped" else "stop = 1;",
        checks="(void)steps_of;\nassert(steps >= 0);",
        locks=["lock"],
    )


def spin_lock(random: Random, bug: str, threads: int) -> Parts:
    """A lock made by hand, or a library's spin lock."""
    times = random.randint(1, 2)
    unlock = ""
    match random.randrange(3):
        case 0:
            lock = "while (atomic_flag_test_and_set(&held))\n    ;"
            unlock = "atomic_flag_clear(&held);"
        case 1:
            lock = "int mine = atomic_fetch_add(&ticket, 1);\nwhile (serving != mine)\n    sched_yield();"
            unlock = "serving++;"
        case _:
            lock = "pthread_spin_lock(&spin);"
            unlock = "pthread_spin_unlock(&spin);"
    if bug == "test then set":
        lock = "while (busy)\n    ;\nbusy = 1;"
        unlock = "busy = 0;"
    if bug == "never released":
        unlock = f"if (id != 0) {{\n{indent(unlock)}}}"
    body = f"for (int i = 0; i < {times}; i++) {{\n{indent(lock)}    count++;\n{indent(unlock)}}}"
    return Parts(
        "static atomic_flag held = ATOMIC_FLAG_INIT;\nstatic atomic_int ticket, serving, busy;\n"
        "static pthread_spinlock_t spin;\nstatic int count;\n",
        [("enter", threads, f"(void)&held, (void)&ticket, (void)&serving, (void)&busy;\n{body}")],
        setup="pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);",
        checks=f"assert(count == {threads * times});",
    )


def gate(random: Random, bug: str, threads: int) -> Parts:
    """Threads wait until main opens."""
    test = "while (!opened)\n    " if bug not in ("no test", "wait without a loop") else ""
    if bug == "wait without a loop":
        test = "if (!opened)\n    "
    wake = "signal" if bug == "signal for many" else "broadcast"
    opened, tell = "opened = 1;", f"pthread_cond_{wake}(&open);"
    lock, unlock = "pthread_mutex_lock(&lock);", "pthread_mutex_unlock(&lock);"
    if bug == "opened without the lock":
        opening = f"{opened}\n{tell}"
    elif random.randrange(2):
        opening = f"{lock}\n{opened}\n{unlock}\n{tell}"
    else:
        opening = f"{lock}\n{opened}\n{tell}\n{unlock}"
    after = "assert(opened);\n" if bug in ("", "wait without a loop") else ""
    body = f"{lock}\n{test}pthread_cond_wait(&open, &lock);\n{after}passed++;\n{unlock}"
    return Parts(
        "static pthread_cond_t open = PTHREAD_COND_INITIALIZER;\nstatic int opened, passed;\n",
        [("wait_for_it", threads, body)],
        during=opening,
        checks=f"assert(passed == {threads});",
        locks=["lock"],
    )


def mailbox(random: Random, bug: str, threads: int) -> Parts:
    """Each worker has a record with its own lock and condition; main sends one message to each."""
    send_lock = "pthread_mutex_lock(&boxes[i].lock);\n    "
    send_unlock = "\n    pthread_mutex_unlock(&boxes[i].lock);"
    if bug == "sent without the lock":
        send_lock = send_unlock = ""
    index = "boxes[0]" if bug == "wrong lock" else "boxes[id]"
    message = random.choice(["pointer", "number"])
    made = "malloc(sizeof(int))" if message == "pointer" else "&numbers_sent[i]"
    drop = "\nfree(got);" if message == "pointer" else ""
    again = "\nassert(*got > 0);" if bug == "used after free" and drop else ""
    if bug == "used after free" and not drop:
        made, drop, again = "malloc(sizeof(int))", "\nfree(got);", "\nassert(*got > 0);"
    body = f"""int *got;
pthread_mutex_lock(&{index}.lock);
while (boxes[id].message == NULL)
    pthread_cond_wait(&boxes[id].come, &{index}.lock);
got = boxes[id].message;
pthread_mutex_unlock(&{index}.lock);
assert(*got == id + 1);{drop}{again}"""
    during = f"""for (int i = 0; i < {threads}; i++) {{
    int *sent = {made};
    *sent = i + 1;
    {send_lock}boxes[i].message = sent;
    pthread_cond_signal(&boxes[i].come);{send_unlock}
}}"""
    return Parts(
        "static struct box { pthread_mutex_t lock; pthread_cond_t come; int *message; } "
        f"boxes[{threads}];\nstatic int numbers_sent[{threads}];\n",
        [("receive", threads, body)],
        setup=f"for (int i = 0; i < {threads}; i++) {{\n    pthread_mutex_init(&boxes[i].lock, NULL);\n"
        "    pthread_cond_init(&boxes[i].come, NULL);\n}\n(void)numbers_sent;",
        during=during,
    )


def results(random: Random, bug: str, threads: int) -> Parts:
    """Threads with a child each, which hands back a result."""
    body = """pthread_t child;
int given = id, *back;
pthread_create(&child, NULL, compute, &given);
pthread_join(child, (void **)&back);
total[id] = *back;
free(back);"""
    if bug == "local handed out":
        body = body.replace(
            "pthread_join(child, (void **)&back);\ntotal[id] = *back;\nfree(back);",
            "(void)back;\npthread_detach(child);",
        )
    if bug == "read before the join":
        body = body.replace(
            "pthread_join(child, (void **)&back);", "given++;\npthread_join(child, (void **)&back);"
        )
    helpers = """static void *compute(void *argument)
{
    int *result = malloc(sizeof *result);
    *result = *(int *)argument * 2;
    return result;
}
"""
    if bug == "result on the stack":
        helpers = """static void *compute(void *argument)
{
    int result = *(int *)argument * 2;
    int *where = &result;
    return where;
}
"""
        body = body.replace("\nfree(back);", "")
    checks = f"int sum = 0;\nfor (int i = 0; i < {threads}; i++)\n    sum += total[i];\n"
    return Parts(
        f"static int total[{threads}];\n",
        [("parent", threads, body)],
        checks=checks + (f"assert(sum == {threads * (threads - 1)});" if not bug else "(void)sum;"),
        helpers=helpers,
        more_threads=threads,
    )


def recursive(random: Random, bug: str, threads: int) -> Parts:
    """A lock that its owner may take again."""
    kind = "PTHREAD_MUTEX_NORMAL" if bug == "not recursive" else "PTHREAD_MUTEX_RECURSIVE"
    unlock = "" if bug == "never released" else "    pthread_mutex_unlock(&deep);\n"
    depth = random.randint(1, 2)
    helpers = (
        "static void visit(int depth)\n{\n    pthread_mutex_lock(&deep);\n    visits++;\n"
        f"    if (depth > 0)\n        visit(depth - 1);\n{unlock}}}\n"
    )
    setup = (
        "pthread_mutexattr_t kind;\npthread_mutexattr_init(&kind);\n"
        f"pthread_mutexattr_settype(&kind, {kind});\npthread_mutex_init(&deep, &kind);"
    )
    if bug == "counts outside":
        helpers = helpers.replace("    visits++;\n", "").replace(
            "{\n    pthread", "{\n    visits++;\n    pthread"
        )
    return Parts(
        "static pthread_mutex_t deep;\nstatic int visits;\n",
        [("walk", threads, f"visit({depth});")],
        setup=setup,
        checks=f"assert(visits == {threads * (depth + 1)});",
        helpers=helpers,
    )


def owner_word(random: Random, bug: str, threads: int) -> Parts:
    """Who writes its number into a word owns what the word guards."""
    free = random.choice([0, -1, 2])
    take = f"int nobody = {free};\nwhile (!atomic_compare_exchange_strong(&owner, &nobody, id + 10))\n"
    take += f"    nobody = {free};"
    leave = f"owner = {free};"
    if bug == "not compared":
        take = f"while (owner != {free})\n    ;\nowner = id + 10;"
    if bug == "tried once":
        take = f"int nobody = {free};\natomic_compare_exchange_strong(&owner, &nobody, id + 10);"
    if bug == "somebody waits for a value":
        take, leave = f"if (owner != {free})\n    return NULL;", ""
    return Parts(
        f"static atomic_int owner = {free};\nstatic int guarded;\n",
        [("own", threads, f"{take}\nint before = guarded;\nguarded = before + 1;\n{leave}")],
        checks="assert(guarded >= 1);" if bug else f"assert(guarded == {threads});",
    )


def detached(random: Random, bug: str, threads: int) -> Parts:
    """Nobody joins these; they say when they are done."""
    del random
    order = (
        "sem_post(&gone);\njob->result = id;"
        if bug == "says so too early"
        else "job->result = id;\nsem_post(&gone);"
    )
    count = threads - 1 if bug == "one is not waited for" else threads
    wait = f"for (int i = 0; i < {count}; i++)\n    sem_wait(&gone);\n"
    worker = "static void *work_alone(void *argument)\n{\n    struct job *job = argument;\n"
    helpers = f"{worker}    int id = job->number;\n{indent(order)}    return NULL;\n}}\n"
    start = f"""struct job *jobs = calloc({threads}, sizeof *jobs);
for (int i = 0; i < {threads}; i++) {{
    pthread_t unused;
    jobs[i].number = i;
    pthread_create(&unused, NULL, work_alone, &jobs[i]);
    pthread_detach(unused);
}}
{wait}free(jobs);"""
    return Parts(
        "struct job { int number, result; };\nstatic sem_t gone;\n",
        [("idle", 1, "")],
        setup="sem_init(&gone, 0, 0);",
        during=start,
        helpers=helpers,
        more_threads=threads,
    )


def keys(random: Random, bug: str, threads: int) -> Parts:
    """Memory of a thread, freed by a destructor."""
    drop = "free(value);" if bug != "destroyed twice" else "free(value);\n    free(value);"
    helpers = f"static void drop(void *value)\n{{\n    atomic_fetch_add(&dropped, 1);\n    {drop}\n}}\n"
    after = "\nfree(own);" if bug == "freed before" else ""
    share = "\nlast = own;" if bug == "handed to main" else ""
    use = "assert(*last >= 0);" if share else ""
    value = random.choice(["id", "id + 1"])
    body = (
        f"int *own = malloc(sizeof *own);\n*own = {value};\npthread_setspecific(key, own);{share}\n"
        f"assert(*(int *)pthread_getspecific(key) == {value});{after}"
    )
    shared = "static pthread_key_t key;\nstatic atomic_int dropped;\nstatic int *_Atomic last;\n"
    return Parts(
        shared,
        [("keep", threads, f"(void)&last;\n{body}")],
        setup="pthread_key_create(&key, drop);",
        checks=f"assert(dropped == {threads});\n{use}",
        helpers=helpers,
    )


def peterson(random: Random, bug: str, threads: int) -> Parts:
    """Two threads exclude each other with three words."""
    del threads
    kind = "int" if bug == "plain words" else "atomic_int"
    turn = "" if bug == "no turn" else "turn = other;\n"
    wait = "while (wants[other] && turn == other)\n    ;"
    if bug == "no turn":
        wait = "while (wants[other])\n    ;"
    claim = f"wants[id] = 1;\n{turn}"
    body = f"{wait}\n{claim}" if bug == "waits first" else f"{claim}{wait}"
    times = random.randint(1, 2) if not bug else 1
    inside = "inside++;\nassert(inside == 1);\ninside--;"
    loop = f"for (int i = 0; i < {times}; i++) {{\n{indent(body)}{indent(inside)}    wants[id] = 0;\n}}"
    return Parts(
        f"static {kind} wants[2], turn;\nstatic int inside;\n",
        [("enter", 2, f"int other = 1 - id;\n(void)&turn;\n{loop}")],
    )


def atomic_stack(random: Random, bug: str, threads: int) -> Parts:
    """Nodes are pushed without a lock, and taken by main at the end."""
    del random
    swap = "while (!atomic_compare_exchange_weak(&top, &node->next, node))\n    ;"
    push = f"node->next = top;\n{swap}"
    if bug == "stored":
        push = "node->next = top;\ntop = node;"
    if bug == "filled too late":
        body = f"struct node *node = malloc(sizeof *node);\n{push}\nnode->value = id + 1;"
    else:
        body = f"struct node *node = malloc(sizeof *node);\nnode->value = id + 1;\n{push}"
    if bug == "freed by others":
        body += (
            "\nstruct node *seen = atomic_exchange(&top, NULL);\nfree(seen);\nassert(node->value == id + 1);"
        )
    during = ""
    if bug == "filled too late":
        during = "struct node *first = top;\nif (first != NULL)\n    assert(first->value > 0);"
    sums = "int sum = 0;\nfor (struct node *node = top; node; node = node->next)\n    sum += node->value;\n"
    return Parts(
        "struct node { int value; struct node *next; };\nstatic struct node *_Atomic top;\n",
        [("push", threads, body)],
        during=during,
        checks="" if bug == "freed by others" else f"{sums}assert(sum == {threads * (threads + 1) // 2});",
    )


def neighbors(random: Random, bug: str, threads: int) -> Parts:
    """Parts of one object, each written by one thread."""
    if bug == "bit-fields":
        fields = " ".join(f"unsigned part{i} : 4;" for i in range(threads))
    else:
        fields = " ".join(f"{random.choice(['char', 'short', 'int'])} part{i};" for i in range(threads))
    body = "\n".join(f"if (id == {i})\n    record.part{i} = {i + 1};" for i in range(threads))
    if bug == "copied":
        body = "struct record copy = record;\ncopy.part0++;\nrecord = copy;"
    if bug == "cleared":
        body = f"if (id == 0)\n    memset(&record, 0, sizeof record);\n{body}"
    checks = "\n".join(f"assert(record.part{i} == {i + 1});" for i in range(threads)) if not bug else ""
    return Parts(f"static struct record {{ {fields} }} record;\n", [("write", threads, body)], checks=checks)


def timed(random: Random, bug: str, threads: int) -> Parts:
    """Who waits too long goes without."""
    del random
    use, unlock = "if (result == 0)\n    ", "pthread_mutex_unlock(&slow);"
    if bug == "goes on without":
        use, leave = "(void)result;\n", unlock
    else:
        leave = f"if ({'id == 0 && ' if bug == 'keeps it' else ''}result == 0)\n    {unlock}"
    take = "pthread_mutex_lock(&slow)" if bug == "keeps it" else "pthread_mutex_timedlock(&slow, &limit)"
    until = "struct timespec limit;\nclock_gettime(CLOCK_REALTIME, &limit);\nlimit.tv_sec += 1;\n"
    return Parts(
        "#include <time.h>\nstatic pthread_mutex_t slow = PTHREAD_MUTEX_INITIALIZER;\nstatic int shared;\n",
        [("attempt", threads, f"{until}int result = {take};\n{use}shared++;\n{leave}")],
        checks=f"assert(shared >= 1 && shared <= {threads});",
    )


def exits(random: Random, bug: str, threads: int) -> Parts:
    """Threads leave in the middle, with a value."""
    cut = random.randint(0, threads - 1)
    unlock = "" if bug == "leaves with the lock" else "pthread_mutex_unlock(&lock);\n        "
    body = f"""for (int i = 0; i < 2; i++) {{
    pthread_mutex_lock(&lock);
    total++;
    if (id == {cut} && i == 0) {{
        {unlock}pthread_exit(&total);
    }}
    pthread_mutex_unlock(&lock);
}}"""
    if bug == "counts outside":
        body = body.replace(
            "    pthread_mutex_lock(&lock);\n    total++;", "    total++;\n    pthread_mutex_lock(&lock);"
        )
    early = "assert(total >= 0);" if bug == "read beside them" else ""
    return Parts(
        "static int total;\n",
        [("work", threads, body)],
        during=early,
        checks=f"assert(total == {2 * threads - 1});",
        locks=["lock"],
        plain_locks=True,
    )
