package dev.belljar.app.processes;

import dev.belljar.app.text.Texts;

/// A mark on a process: it waits for an approval, is paused, serves a port, or is the session.
record ProcessTag(String words, String style) {
    private static final Texts TEXTS = Texts.of(ProcessTag.class);

    static ProcessTag waiting() {
        return new ProcessTag(TEXTS.get("processes.tag.waiting"), "held");
    }

    static ProcessTag paused() {
        return new ProcessTag(TEXTS.get("processes.tag.paused"), "");
    }

    static ProcessTag session() {
        return new ProcessTag(TEXTS.get("processes.tag.session"), "");
    }

    /// The process listens on this port.
    static ProcessTag port(int port) {
        return new ProcessTag(":" + port, "accent");
    }
}
