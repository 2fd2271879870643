// Runs all tests, or those whose name contains the first argument. The agent's binary is in BELLJAR_GUEST.
#include <signal.h>
#include <string.h>

#include "check.h"

int check_failures;

int main(int argc, char **argv) {
    const struct test *const tables[] = {frame_tests, fields_tests, ring_tests, translate_tests, conversation_tests, exec_tests,
                                         kind_tests, reader_tests, why_tests};
    int passed = 0, failed = 0;
    signal(SIGPIPE, SIG_IGN);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        for (const struct test *t = tables[i]; t->name; t++) {
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
