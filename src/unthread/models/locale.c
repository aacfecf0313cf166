/* <locale.h>: there is one locale, that of C. */

static char name[] = "C";

char *setlocale(int category, const char *locale)
{
    (void)category;
    if (locale == 0 || locale[0] == '\0')
        return name;
    if (locale[0] == 'C' && locale[1] == '\0')
        return name;
    const char *other = "POSIX";
    for (int i = 0; locale[i] == other[i]; i++)
        if (other[i] == '\0')
            return name;
    return 0;
}
