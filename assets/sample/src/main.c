#include "tally.h"

int main(void)
{
    static struct tally tally;
    tally_read(&tally, stdin);
    tally_sort(&tally);
    for (size_t i = 0; i < tally.used; i++)
        printf("%zu %s\n", tally.entries[i].count, tally.entries[i].word);
    return 0;
}
