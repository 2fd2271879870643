// libFuzzer target: the decoder and the fields, fed with anything. The first byte says into what parts the rest is cut.
#include <stdlib.h>
#include <string.h>

#include "../src/fields.h"
#include "../src/frame.h"
#include "../src/translate.h"

static void on_preamble(void *self, const uint8_t nonce[NONCE_SIZE]) { memcpy(self, nonce, NONCE_SIZE); }

// Whatever is accepted must be usable: all of it is read.
static bool on_frame(void *self, const struct frame *frame) {
    struct fields f;
    (void)self;
    if (frame->size > PAYLOAD_MOST || frame->stream > STREAM_MOST) abort();
    if (!fields_read(&f, frame->payload, frame->size)) return false;
    size_t used = 0;
    for (int tag = 0; tag < TAG_COUNT; tag++) {
        char *text = fields_text(&f, (enum field_tag)tag);
        if (text) used += strlen(text);
        free(text);
    }
    char **args = fields_list(&f, TAG_ARG), **envs = fields_list(&f, TAG_ENV);
    size_t count = 0;
    for (char **arg = args; *arg; arg++) used += strlen(*arg), count++;
    if (count != f.args || used > frame->size) abort();
    list_free(args);
    list_free(envs);
    return true;
}

static void on_broken(void *self, const char *why) {
    (void)self;
    if (!*why) abort();
}

// The kernel's side is trusted, but its events have lengths inside: none of them may lead out of the event or the record.
static void on_event(const uint8_t *bytes, size_t n) {
    static struct observed e;
    static struct record r;
    size_t size = n < sizeof e ? n : sizeof e;
    memset(&e, 0, sizeof e);
    memcpy(&e, bytes, size);
    if (translate(&r, &e, size) && (r.size < RECORD_HEADER || r.size > RECORD_MOST)) abort();
    if (translate_other_way(&r, &e, size) && (r.size < RECORD_HEADER || r.size > RECORD_MOST)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    static const struct decoder_owner owner = {on_preamble, on_frame, on_broken};
    static struct decoder d;
    uint8_t nonce[NONCE_SIZE];
    if (n == 0) return 0;
    size_t part = bytes[0] ? bytes[0] : n;
    decoder_start(&d, &owner, nonce);
    d.state = bytes[0] & 1 ? FRAMES : SEEKING;
    for (size_t at = 1; at < n; at += part) decoder_feed(&d, bytes + at, n - at < part ? n - at : part);
    struct frame bare = {.payload = bytes + 1, .size = n - 1 > PAYLOAD_MOST ? PAYLOAD_MOST : n - 1};
    on_frame(nonce, &bare);
    on_event(bytes + 1, n - 1);
    return 0;
}
