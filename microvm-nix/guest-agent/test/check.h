// A test is a function; a check that fails is printed and counted, and the test goes on.
#ifndef BELLJAR_CHECK_H
#define BELLJAR_CHECK_H

#include <stdbool.h>
#include <stdio.h>

struct test {
    const char *name;
    void (*run)(void);
};

#define TEST(name) {#name, name}

extern int check_failures;

#define CHECK(condition)                                                            \
    do {                                                                            \
        if (!(condition)) {                                                         \
            check_failures++;                                                       \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
        }                                                                           \
    } while (0)

#define CHECK_INT(actual, expected)                                                                                  \
    do {                                                                                                             \
        long long is = (long long)(actual), should = (long long)(expected);                                          \
        if (is != should) {                                                                                          \
            check_failures++;                                                                                        \
            fprintf(stderr, "%s:%d: %s is %lld, expected %lld\n", __FILE__, __LINE__, #actual, is, should);          \
        }                                                                                                            \
    } while (0)

#define CHECK_TEXT(actual, expected)                                                                                 \
    do {                                                                                                             \
        const char *is = (actual), *should = (expected);                                                             \
        if (!is || strcmp(is, should) != 0) {                                                                        \
            check_failures++;                                                                                        \
            fprintf(stderr, "%s:%d: %s is \"%s\", expected \"%s\"\n", __FILE__, __LINE__, #actual, is ? is : "(null)", should); \
        }                                                                                                            \
    } while (0)

// One table per file of tests, ending with an empty entry.
extern const struct test frame_tests[], fields_tests[], ring_tests[], translate_tests[], conversation_tests[], exec_tests[],
    kind_tests[], reader_tests[], why_tests[];

#endif
