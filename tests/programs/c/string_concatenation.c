// Adjacent string literals, macros producing strings, __func__, stringizing, long literals.
#include <stdio.h>
#include <string.h>

#define PREFIX "pre"
#define VERSION 3
#define TEXT(x) #x
#define EXPANDED(x) TEXT(x)
#define LINE_TEXT "line " EXPANDED(VERSION) "." EXPANDED(__COUNTER__)

static const char *where(void) { return __func__; }
static const char *pretty(void) { return __FUNCTION__; }

static const char poem[] =
    "one\n"
    "two " "and a half\n"
    "\tthree" "\n";

int main(void) {
    puts(PREFIX "fix" "ed");
    puts(LINE_TEXT);
    puts(LINE_TEXT);
    puts(TEXT(a + b "quoted \n" 'c'));
    puts(EXPANDED(VERSION VERSION));
    printf("%s%zu\n", poem, sizeof poem);
    printf("%s %s %s\n", where(), pretty(), __func__);
    printf("%zu\n", sizeof __func__);
    printf("%d\n", strcmp("ab" "cd", "abcd") == 0);
    const char *array[] = {"a" "b", "c", "d" "e" "f"};
    printf("%zu %s %s\n", sizeof array / sizeof *array, array[0], array[2]);
    printf("%s\n", "x" "" "y" "" "");
    printf("%zu\n", sizeof("" ""));
    printf("%d\n", __LINE__);
    return (int)strlen(PREFIX PREFIX);
}
