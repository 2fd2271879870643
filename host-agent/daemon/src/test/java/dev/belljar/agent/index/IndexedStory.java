package dev.belljar.agent.index;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.ProcOp;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Events in order, numbered as in a journal; the `ts` of an event is 1,000 times its number.
final class IndexedStory {
    final List<Event> events = new ArrayList<>();

    IndexedStory present(int pid, long start, String comm) {
        return proc(ProcOp.PRESENT, pid, 0, start, comm, "/sbin/" + comm, List.of(comm), null, null);
    }

    IndexedStory fork(int pid, int ppid, long start) {
        return proc(ProcOp.FORK, pid, ppid, start, "", null, List.of(), null, null);
    }

    IndexedStory exec(int pid, int ppid, long start, String... argv) {
        return proc(ProcOp.EXEC, pid, ppid, start, argv[0], "/bin/" + argv[0], List.of(argv), null, null);
    }

    IndexedStory exit(int pid, long start, int code) {
        return proc(ProcOp.EXIT, pid, 0, start, "x", null, List.of(), code, null);
    }

    IndexedStory killed(int pid, long start, int signal) {
        return proc(ProcOp.EXIT, pid, 0, start, "x", null, List.of(), null, signal);
    }

    IndexedStory state(String to) {
        return add(new HostEvent.StateChanged(
                0, ts(), "s1", "shop", null, SandboxState.valueOf(to.toUpperCase(Locale.ROOT)), null, null, null));
    }

    IndexedStory net(
            NetOp op, long flow, @Nullable Integer pid, @Nullable String name, long up, long down, Verdict verdict) {
        return add(new NetEvent(
                0,
                ts(),
                op,
                flow,
                pid,
                "egress",
                "tcp",
                "10.0.2.15:5",
                "1.2.3.4:443",
                name,
                up,
                up,
                down,
                (up > 0 ? 1 : 0) + (down > 0 ? 1 : 0),
                verdict,
                "closed"));
    }

    private IndexedStory proc(
            ProcOp op,
            int pid,
            int ppid,
            long start,
            String comm,
            @Nullable String exe,
            List<String> argv,
            @Nullable Integer code,
            @Nullable Integer signal) {
        return add(new ProcEvent(
                0,
                ts(),
                op,
                pid,
                ppid,
                start,
                1000,
                comm,
                exe,
                argv,
                exe == null ? null : "/workspace",
                code,
                signal,
                0,
                false));
    }

    private long ts() {
        return 1_000L * (events.size() + 1);
    }

    IndexedStory add(Event event) {
        events.add(event.withSeq(events.size() + 1L));
        return this;
    }
}
