// A printf-heavy report: aligned columns, money in integers, percentages, dates, bars, totals.
#include <stdio.h>
#include <string.h>

struct date { unsigned year : 12, month : 4, day : 5; };
struct sale { const char *item; struct date when; int quantity; long cents; double discount; };

static const struct sale sales[] = {
    {"Widget", {2023, 1, 31}, 12, 1999, 0.05},
    {"Gadget, large", {2023, 2, 28}, 3, 24950, 0},
    {"Nut", {2024, 2, 29}, 1500, 3, 0.125},
    {"Bolt (M8)", {2023, 12, 1}, 640, 7, 0.1},
    {"Crane", {2024, 7, 4}, 1, 123456789, 0.015},
    {"", {2022, 10, 10}, 0, 100, 1},
};
enum { SALES = sizeof sales / sizeof sales[0] };

static const char *money(long cents) {
    static char ring[4][24];
    static int next;
    char *out = ring[next++ % 4], digits[16];
    int negative = cents < 0;
    unsigned long value = negative ? -(unsigned long)cents : (unsigned long)cents;
    int n = sprintf(digits, "%lu", value / 100), o = 0;
    if (negative) out[o++] = '-';
    for (int i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0) out[o++] = ',';
        out[o++] = digits[i];
    }
    sprintf(out + o, ".%02lu", value % 100);
    return out;
}
static int leap(int y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0; }
static int day_of_year(struct date d) {
    static const char lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int n = d.day;
    for (unsigned m = 1; m < d.month; m++) n += lengths[m - 1] + (m == 2 && leap(d.year));
    return n;
}
static const char *weekday(struct date d) {
    static const char *const names[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const int shift[] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
    int y = (int)d.year - (d.month < 3);
    return names[(y + y / 4 - y / 100 + y / 400 + shift[d.month - 1] + (int)d.day) % 7];
}
static void bar(double share, int width) {
    int full = (int)(share * width + 0.5);
    printf("|");
    for (int i = 0; i < width; i++) putchar(i < full ? '#' : '.');
    printf("| %5.1f%%\n", share * 100);
}
static void line(char c, int n) { while (n-- > 0) putchar(c); putchar('\n'); }

int main(void) {
    long net[SALES], total = 0;
    line('=', 72);
    printf("%-16s%-16s%8s%14s%6s%12s\n", "Item", "Date", "Qty", "Price", "Off", "Net");
    line('-', 72);
    for (int i = 0; i < SALES; i++) {
        const struct sale *s = &sales[i];
        net[i] = (long)(s->quantity * s->cents * (1 - s->discount) + 0.5);
        total += net[i];
        char date[20];
        snprintf(date, sizeof date, "%s %04u-%02u-%02u", weekday(s->when), s->when.year, s->when.month, s->when.day);
        printf("%-16.12s%-16s%+8d%14s%5.1f%%%12s\n", *s->item ? s->item : "?", date, s->quantity, money(s->cents), s->discount * 100, money(net[i]));
    }
    line('-', 72);
    printf("%*s%s\n", 60, "Total ", money(total));
    printf("%s %s %s\n", money(0), money(-5), money(-123456789));
    for (int i = 0; i < SALES; i++) {
        printf("%-10.10s", sales[i].item);
        bar(total ? (double)net[i] / total : 0, 20);
    }
    for (int i = 0; i < SALES; i++)
        printf("%03d%c", day_of_year(sales[i].when), i + 1 < SALES ? '/' : '\n');
    printf("%x %#o %e %G\n", (unsigned)total, (unsigned)total, (double)total, total / 1e12);
    printf("[%-*d|%*d|%0*d]\n", 8, SALES, 8, SALES, 8, SALES);
    char label[8];
    int needed = snprintf(label, sizeof label, "%s-%ld", "Q3", total);
    printf("%s (%d)\n", label, needed);
    return needed + (int)strlen(label);
}
