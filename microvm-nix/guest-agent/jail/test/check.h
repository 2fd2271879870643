// A test is a function; a check that fails is printed and counted, and the test goes on.
#ifndef BELLJAR_JAIL_CHECK_H
#define BELLJAR_JAIL_CHECK_H

#include <stdio.h>
#include <string.h>

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

#define CHECK_INT(actual, expected)                                                                         \
    do {                                                                                                    \
        long long is = (long long)(actual), should = (long long)(expected);                                 \
        if (is != should) {                                                                                 \
            check_failures++;                                                                               \
            fprintf(stderr, "%s:%d: %s is %lld, expected %lld\n", __FILE__, __LINE__, #actual, is, should); \
        }                                                                                                   \
    } while (0)

// `text` contains `word`.
#define CHECK_HAS(text, word)                                                                                        \
    do {                                                                                                             \
        const char *is = (text), *should = (word);                                                                   \
        if (!is || !strstr(is, should)) {                                                                            \
            check_failures++;                                                                                        \
            fprintf(stderr, "%s:%d: %s is \"%s\", expected it to contain \"%s\"\n", __FILE__, __LINE__, #text,            \
                    is ? is : "(null)", should);                                                                         \
        }                                                                                                            \
    } while (0)

// One table per file of tests, ending with an empty entry; run_tables runs those whose name contains the first argument.
int run_tables(const struct test *const *tables, int argc, char **argv);

extern const struct test plan_tests[], say_tests[], launch_tests[], files_tests[], escape_tests[], ask_tests[], hold_tests[], exec_tests[];

#endif
