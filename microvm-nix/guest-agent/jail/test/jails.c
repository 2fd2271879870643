// Tests with real jails.   jails PROGRAM TOOLS [NAME]
#include "check.h"
#include "rig.h"

int main(int argc, char **argv) {
    static const struct test *const tables[] = {launch_tests, files_tests, escape_tests, ask_tests, hold_tests, exec_tests, NULL};
    if (argc < 3) return 2;
    rig_program = argv[1];
    rig_tools = argv[2];
    return run_tables(tables, argc - 2, argv + 2);
}
