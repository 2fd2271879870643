package dev.belljar.app.processes;

import dev.belljar.app.text.Texts;

/// A mark on a process: it waits for an approval, is paused, serves a port, is the session or a coding agent, or
/// runs in a terminal. `hint` is the text of its tooltip, empty for none.
record ProcessTag(String words, String style, String hint) {
    private static final Texts TEXTS = Texts.of(ProcessTag.class);

    static ProcessTag waiting() {
        return new ProcessTag(TEXTS.get("processes.tag.waiting"), "held", "");
    }

    static ProcessTag paused() {
        return new ProcessTag(TEXTS.get("processes.tag.paused"), "", "");
    }

    static ProcessTag session() {
        return new ProcessTag(TEXTS.get("processes.tag.session"), "", "");
    }

    /// The process has the name of a coding agent.
    static ProcessTag agent() {
        return new ProcessTag(TEXTS.get("processes.tag.agent"), "", TEXTS.get("processes.tag.agent.tip"));
    }

    /// The process runs in a terminal tab or a session.
    static ProcessTag terminal() {
        return new ProcessTag(TEXTS.get("processes.tag.terminal"), "", TEXTS.get("processes.tag.terminal.tip"));
    }

    /// The process listens on this port.
    static ProcessTag port(int port) {
        return new ProcessTag(":" + port, "accent", "");
    }
}
