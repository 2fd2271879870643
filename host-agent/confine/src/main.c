// belljar-confine [OPTION…] -- PROGRAM [WORD…] Executes PROGRAM with only the access that the options give it. See
// README.md for the options and the layers.
#include "confine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void die(const char *what, const char *operand) {
    int error = errno;
    fprintf(stderr, "belljar-confine: %s%s%s%s%s; nothing was run\n", operand ? operand : "", operand ? ": " : "", what,
            error ? ": " : "", error ? strerror(error) : "");
    _exit(REFUSED);
}

static void set_variables(const struct plan *plan) {
    for (size_t i = 0; i < plan->variable_count; i++) {
        if (putenv(plan->variables[i]) != 0) {
            die("the environment variable cannot be set", plan->variables[i]);
        }
    }
}

int main(int argc, char **argv) {
    static struct plan plan;
    const char *wrong = plan_read(&plan, argc, argv);
    if (wrong != NULL) {
        errno = 0;
        die(wrong, NULL);
    }
    if (plan.probe) {
        return probe(&plan);
    }
    close_inherited(&plan);
    set_limits(&plan);
    join_cgroup(&plan);
    if (plan.own_user) {
        grant_files(&plan);
    }
    if (plan.namespaces) {
        if (!unshare_namespaces(&plan)) {
            die("this host does not allow namespaces", NULL);
        }
        enter_view(&plan);
    }
    bound_capabilities();
    become_user(&plan);
    drop_capabilities();
    forbid_privileges();
    enter_landlock(&plan);
    set_variables(&plan);
    enter_filter(&plan);
    execvp(plan.argv[0], plan.argv);
    die("cannot be run", plan.argv[0]);
}
