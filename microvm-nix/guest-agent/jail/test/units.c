// Tests without jails, with sanitizers.   units [NAME]
#include "check.h"

int main(int argc, char **argv) {
    static const struct test *const tables[] = {plan_tests, say_tests, NULL};
    return run_tables(tables, argc, argv);
}
