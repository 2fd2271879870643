package dev.belljar.contract.event;

/// The kinds of event, with the word each has in JSON and the journal file it goes to.
public enum EventType {
    SYSCALL("syscall", "syscalls.jsonl"),
    FILE("file", "filesystem.jsonl"),
    NET("net", "network.jsonl"),
    PROC("proc", "processes.jsonl"),
    SANDBOX("sandbox", "sandbox.jsonl"),
    GAP("gap", "gaps.jsonl"),
    APPROVAL("approval", "approvals.jsonl"),
    HTTP("http", "requests.jsonl"),
    OPAQUE("opaque", "guest.jsonl");

    private final String word;
    private final String file;

    EventType(String word, String file) {
        this.word = word;
        this.file = file;
    }

    /// The value of the `type` field.
    public String word() {
        return word;
    }

    /// The name of the journal file under `events/`.
    public String file() {
        return file;
    }

    /// The type with this word.
    ///
    /// @throws IllegalArgumentException when no type has it
    public static EventType of(String word) {
        for (EventType type : values()) {
            if (type.word.equals(word)) {
                return type;
            }
        }
        throw new IllegalArgumentException("event type \"" + word
                + "\": expected one of syscall, file, net, proc, sandbox, gap, approval, http, opaque");
    }
}
