// Tagged fields (PROTOCOL 3): a reader that checks the whole payload before a value of it is used, and a writer.
#ifndef BELLJAR_FIELDS_H
#define BELLJAR_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"

enum field_tag {
    TAG_VERSION = 1,
    TAG_AGENT,
    TAG_BOOT_ID,
    TAG_KERNEL,
    TAG_HOSTNAME,
    TAG_FIRST_SEQ,
    TAG_LAST_SEQ,
    TAG_MONO_NS,
    TAG_REAL_NS,
    TAG_OBSERVES,
    TAG_ACKED,
    TAG_OBSERVE,
    TAG_LOST,
    TAG_LOAD1000,
    TAG_MEM_TOTAL,
    TAG_MEM_AVAILABLE,
    TAG_CPU_BUSY_US,
    TAG_CPU_TOTAL_US,
    TAG_DISK_TOTAL,
    TAG_DISK_FREE,
    TAG_PROCS,
    TAG_LIMITED,
    TAG_REFUSED,
    TAG_OOM_KILLS,
    TAG_KIND = 40,
    TAG_ARG,
    TAG_ENV,
    TAG_CWD,
    TAG_USER,
    TAG_PTY,
    TAG_ROWS,
    TAG_COLS,
    TAG_TIMEOUT_MS,
    TAG_SIGNAL,
    TAG_PORT,
    TAG_PATH,
    TAG_EXIT,
    TAG_TERMSIG,
    TAG_ERRNO,
    TAG_MESSAGE,
    TAG_TIMED_OUT,
    TAG_PID,
    TAG_LOGIN,
    TAG_HOSTID,
    TAG_SEED,
    TAG_MAC,
    TAG_COUNT,
};

#define FIELDS_MOST 64       // ARG and ENV apart
#define REPEATS_MOST 4096    // of ARG, and of ENV
#define MESSAGE_MOST 512

// A payload that has been found valid, and where in it each field is. It points into the payload.
struct fields {
    const uint8_t *payload;
    size_t size;
    const uint8_t *value[TAG_COUNT];
    uint32_t length[TAG_COUNT];
    size_t args, envs;
};

// False if the payload is not fields, exactly consumed, each with a legal length, none twice but ARG and ENV.
bool fields_read(struct fields *f, const uint8_t *payload, size_t size);
bool fields_have(const struct fields *f, enum field_tag tag);
// The value, or `otherwise` if it is not there.
uint64_t fields_int(const struct fields *f, enum field_tag tag, uint64_t otherwise);
// A copy with a NUL behind it, or NULL if it is not there. The caller frees it.
char *fields_text(const struct fields *f, enum field_tag tag);
// Copies of a repeating tag (ARG or ENV), in order, ending with NULL. The caller frees each and the list.
char **fields_list(const struct fields *f, enum field_tag tag);
void list_free(char **list);

void fields_put_int(struct buffer *b, enum field_tag tag, uint64_t value);
void fields_put_text(struct buffer *b, enum field_tag tag, const char *text);

#endif
