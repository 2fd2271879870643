package dev.belljar.agent.journal;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.FileOp;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.ProcOp;
import dev.belljar.contract.event.SandboxEvent;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.sandbox.SandboxState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Events and readings for tests.
final class Events {
    private Events() {}

    static SandboxEvent note(String detail) {
        return new SandboxEvent(0, 1_706_000_000_000L, "note", null, null, null, null, detail);
    }

    static ProcEvent exec(int pid) {
        return new ProcEvent(
                0,
                1_706_000_000_001L,
                ProcOp.EXEC,
                pid,
                1,
                pid * 1_000L,
                1000,
                "sh",
                "/bin/sh",
                List.of("sh", "-c", "true"),
                "/workspace",
                null,
                null,
                0,
                false);
    }

    static HostEvent.StateChanged state(String sandbox) {
        return state(sandbox, System.currentTimeMillis());
    }

    static HostEvent.StateChanged state(String sandbox, long ts) {
        return new HostEvent.StateChanged(
                0, ts, sandbox, "shop", SandboxState.STARTING, SandboxState.RUNNING, null, null, "ready");
    }

    static NetEvent flow(long number) {
        return new NetEvent(
                0,
                1_706_000_000_003L,
                NetOp.OPEN,
                number,
                null,
                "egress",
                "tcp",
                "10.0.2.15:5",
                "1.2.3.4:443",
                null,
                60,
                60,
                0,
                1,
                Verdict.REFUSED,
                "closed");
    }

    static FileEvent write(String path) {
        return new FileEvent(0, 1_706_000_000_002L, 42, 99, "sh", FileOp.WRITE, path, null, 12);
    }

    /// `count` events of mixed kinds, numbered from `first`.
    static List<NumberedEvent> numbered(long first, int count) {
        List<NumberedEvent> events = new ArrayList<>();
        for (long number = first; number < first + count; number++) {
            Event event = number % 3 == 0 ? write("/workspace/file" + number) : exec((int) number);
            events.add(new NumberedEvent(number, event));
        }
        return events;
    }

    /// The events that a cursor returns without waiting.
    static List<Event> drain(JournalCursor cursor) throws Exception {
        List<Event> all = new ArrayList<>();
        for (List<Event> batch = cursor.next(500, Duration.ZERO);
                !batch.isEmpty();
                batch = cursor.next(500, Duration.ZERO)) {
            all.addAll(batch);
        }
        return all;
    }
}
