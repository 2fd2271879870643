// libFuzzer target: the plan reader, and what the supervisor's lines are read with.
#include <stdlib.h>
#include <string.h>

#include "../../src/json.h"
#include "../src/plan.h"

static size_t length(const char *text) { return text ? strlen(text) : 0; }

static void member(void *owner, const char *key, const char *value) { *(size_t *)owner += strlen(key) + strlen(value); }

// Whatever is accepted must be usable, and keep the rules that the launcher relies on.
static void check(const struct plan *plan) {
    size_t used = length(plan->hostname) + length(plan->cgroup) + length(plan->control);
    for (size_t i = 0; i < plan->mount_count; i++) {
        const struct mount_plan *m = &plan->mounts[i];
        used += length(m->source) + length(m->upper) + length(m->work);
        if (!plan_path(m->target)) abort();
    }
    for (size_t i = 0; i < plan->user_maps; i++)
        if (plan->users[i].outside == 0) abort();
    for (size_t i = 0; i < plan->filter_count * 8; i++) used += plan->filter[i];
    if (!plan->filter || plan->mounts[0].target[1] || plan->command.argv[plan->command.args]) abort();
    if (used == (size_t)-1) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    static struct plan plan;
    if (plan_read(&plan, bytes, n) == NULL) check(&plan);
    plan_free(&plan);
    if (plan_read_command(&plan, bytes, n) == NULL && (plan.command.args == 0 || !plan.command.cwd)) abort();
    plan_free(&plan);
    char *line = malloc(n + 1);
    size_t used = 0;
    memcpy(line, bytes, n);
    line[n] = 0;
    json_object(line, member, &used);
    free(line);
    return 0;
}
