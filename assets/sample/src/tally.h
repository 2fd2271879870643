#ifndef TALLY_H
#define TALLY_H

#include <stddef.h>
#include <stdio.h>

enum { TALLY_WORD_MAX = 64, TALLY_WORDS_MAX = 4096 };

struct tally_entry {
    char word[TALLY_WORD_MAX];
    size_t count;
};

struct tally {
    struct tally_entry entries[TALLY_WORDS_MAX];
    size_t used;
};

/* Reads words (letters only, folded to lower case) until the end of the stream; returns how many. */
size_t tally_read(struct tally *tally, FILE *from);

/* Sorts by count, then by word. */
void tally_sort(struct tally *tally);

#endif
