// OPEN of a command: checks the request and converts it into a command and a plan.
#include <errno.h>
#include <stdlib.h>

#include "ends.h"
#include "exec.h"
#include "kinds.h"

void exec_open(struct link *link, uint32_t id, const struct fields *f) {
    struct exec_plan plan = {
        .input = true,
        .output = true,
        .timeout_ms = fields_int(f, TAG_TIMEOUT_MS, 0),
        .rows = 24,
        .cols = 80,
    };
    if (plan.timeout_ms > UINT64_MAX / 4000000u) plan.timeout_ms = 0;
    uint64_t rows = fields_int(f, TAG_ROWS, plan.rows), cols = fields_int(f, TAG_COLS, plan.cols);
    plan.rows = (uint16_t)(is_side(rows) ? rows : 0);
    plan.cols = (uint16_t)(is_side(cols) ? cols : 0);
    char *user = fields_text(f, TAG_USER), *cwd = fields_text(f, TAG_CWD);
    const char *why;
    struct command c;
    bool ready = command_prepare(&c, user ? user : link->settings->user, fields_list(f, TAG_ARG), fields_list(f, TAG_ENV),
                                 fields_int(f, TAG_LOGIN, 0) == 1, fields_int(f, TAG_PTY, 0) == 1, &why);
    c.cwd = cwd;
    if (ready && (plan.rows == 0 || plan.cols == 0)) why = "ROWS and COLS are 1 to 10000";
    if (why) {
        command_free(&c);
        link_refuse(link, id, EINVAL, why);
    } else {
        exec_begin(link, id, &c, &plan);
    }
    free(user);
    free(cwd);
}
