package dev.belljar.contract.event;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/// The kinds of event, with the word each has in JSON and the journal file it goes to.
public enum EventType {
    SYSCALL("syscall", "syscalls.jsonl"),
    FILE("file", "filesystem.jsonl"),
    NET("net", "network.jsonl"),
    PROC("proc", "processes.jsonl"),
    SANDBOX("sandbox", "sandbox.jsonl"),
    STATE("state", "sandbox.jsonl"),
    STEP("step", "sandbox.jsonl"),
    SNAPSHOT("snapshot", "sandbox.jsonl"),
    WORK("work", "sandbox.jsonl"),
    SYNC("sync", "sandbox.jsonl"),
    COMMIT("commit", "sandbox.jsonl"),
    PORT("port", "sandbox.jsonl"),
    ROUTE("route", "sandbox.jsonl"),
    POLICY("policy", "sandbox.jsonl"),
    CONSOLE("console", "sandbox.jsonl"),
    TRASH("trash", "sandbox.jsonl"),
    IMAGE("image", "sandbox.jsonl"),
    TOOL("tool", "sandbox.jsonl"),
    SETUP("setup", "sandbox.jsonl"),
    TEMPLATE("template", "sandbox.jsonl"),
    AGENTS("agents", "sandbox.jsonl"),
    STORAGE("storage", "sandbox.jsonl"),
    LIMIT("limit", "sandbox.jsonl"),
    GAP("gap", "gaps.jsonl"),
    APPROVAL("approval", "approvals.jsonl"),
    HTTP("http", "requests.jsonl"),
    OPAQUE("opaque", "guest.jsonl");

    private static final Set<EventType> OF_HOST = Collections.unmodifiableSet(EnumSet.of(
            STATE, STEP, SNAPSHOT, WORK, SYNC, PORT, ROUTE, POLICY, APPROVAL, TRASH, IMAGE, TOOL, SETUP, TEMPLATE,
            AGENTS, STORAGE));

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

    /// The types of events that the host's journal contains, besides gaps.
    public static Set<EventType> ofHost() {
        return OF_HOST;
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
        throw new IllegalArgumentException("event type \"" + word + "\": expected one of "
                + Arrays.stream(values()).map(EventType::word).collect(Collectors.joining(", ")));
    }
}
