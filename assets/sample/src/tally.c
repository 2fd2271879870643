#include "tally.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void add(struct tally *tally, const char *word)
{
    for (size_t i = 0; i < tally->used; i++) {
        if (strcmp(tally->entries[i].word, word) == 0) {
            tally->entries[i].count++;
            return;
        }
    }
    if (tally->used < TALLY_WORDS_MAX) {
        strcpy(tally->entries[tally->used].word, word);
        tally->entries[tally->used++].count = 1;
    }
}

size_t tally_read(struct tally *tally, FILE *from)
{
    char word[TALLY_WORD_MAX];
    size_t length = 0, words = 0;
    for (int c = fgetc(from);; c = fgetc(from)) {
        if (c != EOF && isalpha(c)) {
            if (length < sizeof word - 1)
                word[length++] = (char)tolower(c);
            continue;
        }
        if (length > 0) {
            word[length] = '\0';
            add(tally, word);
            words++;
            length = 0;
        }
        if (c == EOF)
            return words;
    }
}

static int by_count(const void *a, const void *b)
{
    const struct tally_entry *left = a, *right = b;
    if (left->count != right->count)
        return left->count < right->count ? 1 : -1;
    return strcmp(left->word, right->word);
}

void tally_sort(struct tally *tally)
{
    qsort(tally->entries, tally->used, sizeof tally->entries[0], by_count);
}
