#include "check.h"

#include <signal.h>

int check_failures;

int run_tables(const struct test *const *tables, int argc, char **argv) {
    int passed = 0, failed = 0;
    signal(SIGPIPE, SIG_IGN);
    for (; *tables; tables++) {
        for (const struct test *t = *tables; t->name; t++) {
            if (argc > 1 && !strstr(t->name, argv[1])) continue;
            check_failures = 0;
            t->run();
            if (check_failures) fprintf(stderr, "FAILED %s\n", t->name);
            if (check_failures)
                failed++;
            else
                passed++;
        }
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed || !passed;
}
