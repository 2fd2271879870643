// belljar-jail: one program, in the roles that PLAN.md describes. The role of init is chosen by its name.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "jail.h"
#include "launch.h"

void die(const char *what, const char *operand) {
    int error = errno;
    fprintf(stderr, "belljar-jail: %s%s%s%s%s; nothing was run\n", operand ? operand : "", operand ? ": " : "", what,
            error ? ": " : "", error ? strerror(error) : "");
    _exit(REFUSED);
}

static int usage(void) {
    fputs("belljar-jail launch --plan FILE | --plan-fd N\n"
          "belljar-jail check --plan FILE | --plan-fd N\n"
          "belljar-jail probe\n"
          "belljar-jail exec SOCKET [--terminal] [--cwd PATH] [--env NAME=VALUE]… -- WORD…\n"
          "PLAN.md describes plans and the socket.\n",
          stderr);
    return REFUSED;
}

static int with_plan(const char *role, const char *option, const char *value) {
    const char *path = strcmp(option, "--plan") == 0 ? value : NULL;
    char *end = NULL;
    long fd = path ? -1 : strtol(value, &end, 10);
    if (!path && (strcmp(option, "--plan-fd") != 0 || *end || fd < 0 || fd > 1023)) return usage();
    if (strcmp(role, "launch") == 0) return launch(path, (int)fd);
    static struct plan plan;
    size_t n;
    uint8_t *bytes = plan_load(path, (int)fd, &n);
    plan_or_die(&plan, bytes, n);
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 1 && strcmp(argv[0], "belljar-init") == 0) return init_main();
    if (argc == 4 && (strcmp(argv[1], "launch") == 0 || strcmp(argv[1], "check") == 0)) return with_plan(argv[1], argv[2], argv[3]);
    if (argc == 2 && strcmp(argv[1], "probe") == 0) return probe_main();
    if (argc > 3 && strcmp(argv[1], "exec") == 0) return client_main(argc - 2, argv + 2);
    return usage();
}
