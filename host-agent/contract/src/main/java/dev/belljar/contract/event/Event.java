package dev.belljar.contract.event;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.RuleLayer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One thing that happened in or around a sandbox; a line of its journal.
///
/// `seq` counts from 1 within a journal, a sandbox's or the host's, and is assigned by the journal (0 before that);
/// `ts` is milliseconds since the epoch.
public sealed interface Event
        permits HostEvent,
                SandboxEvent,
                Event.ProcEvent,
                Event.FileEvent,
                Event.SyscallEvent,
                Event.NetEvent,
                Event.HttpEvent,
                Event.GapEvent,
                Event.OpaqueEvent {
    /// The journal's number for this event, 0 while it has none.
    long seq();

    /// When it happened, milliseconds since the epoch.
    long ts();

    /// The word in the `type` field.
    EventType type();

    /// The same event with the journal's number.
    Event withSeq(long seq);

    /// A process that was started, executed another program, ended, or existed when observation began.
    ///
    /// `pid` and `start` (nanoseconds of guest boot time) together identify a process uniquely. On `EXIT`
    /// exactly one of `code` and `signal` is set. `truncated` says that argv or a path was longer than the
    /// 4,096 bytes that are kept.
    record ProcEvent(
            long seq,
            long ts,
            ProcOp op,
            int pid,
            int ppid,
            long start,
            int uid,
            String comm,
            @Nullable String exe,
            List<String> argv,
            @Nullable String cwd,
            @Nullable Integer code,
            @Nullable Integer signal,
            long cpuNs,
            boolean truncated)
            implements Event {
        public ProcEvent {
            argv = List.copyOf(argv);
        }

        @Override
        public EventType type() {
            return EventType.PROC;
        }

        @Override
        public ProcEvent withSeq(long newSeq) {
            return new ProcEvent(
                    newSeq, ts, op, pid, ppid, start, uid, comm, exe, argv, cwd, code, signal, cpuNs, truncated);
        }
    }

    /// A file or folder that a process created, wrote, renamed, removed or otherwise changed.
    ///
    /// `start` (nanoseconds of guest boot time) distinguishes processes that had the same pid; `to` is the
    /// target of a rename or link; `bytes` is the size when a written file was closed, -1 when not known.
    record FileEvent(
            long seq,
            long ts,
            int pid,
            long start,
            String comm,
            FileOp op,
            String path,
            @Nullable String to,
            long bytes)
            implements Event {
        @Override
        public EventType type() {
            return EventType.FILE;
        }

        @Override
        public FileEvent withSeq(long newSeq) {
            return new FileEvent(newSeq, ts, pid, start, comm, op, path, to, bytes);
        }
    }

    /// A system call that returned: number, six raw arguments, result and wall time in nanoseconds.
    record SyscallEvent(
            long seq,
            long ts,
            int pid,
            int tid,
            String comm,
            int nr,
            List<Long> args,
            long ret,
            @JsonProperty("dur_ns") long durNs)
            implements Event {
        public SyscallEvent {
            args = List.copyOf(args);
        }

        @Override
        public EventType type() {
            return EventType.SYSCALL;
        }

        @Override
        public SyscallEvent withSeq(long newSeq) {
            return new SyscallEvent(newSeq, ts, pid, tid, comm, nr, args, ret, durNs);
        }
    }

    /// The beginning, an update or the end of a flow through the gateway, or a DNS query of the guest.
    ///
    /// `pid`, `process` (its name) and `exe` (its file in the machine) are reported by the guest, and null if
    /// it reported none. `src` and `dst` are `address:port` (`[v6]:port`); `name` is the DNS name queried or
    /// pinned to the destination; `up` and `down` are the flow's bytes so far, from and to the guest, `packets`
    /// counts the packets of both directions; `rule` gives the reason for the verdict in words; `reason`
    /// classifies it if the flow was refused, and is null otherwise; `layer` says what decided, null if an older
    /// version did not record it. Each event of a flow has all its figures so far, so that the last one is enough;
    /// the process, the verdict, the rule and its layer may become known or change after `OPEN`. An open flow has
    /// at most one event a second, and `bytes` counts the bytes since the previous one.
    record NetEvent(
            long seq,
            long ts,
            NetOp op,
            long flow,
            @Nullable Integer pid,
            @Nullable String process,
            @Nullable String exe,
            String dir,
            String proto,
            String src,
            String dst,
            @Nullable String name,
            long bytes,
            long up,
            long down,
            long packets,
            Verdict verdict,
            @Nullable String rule,
            @Nullable RefusalReason reason,
            @Nullable RuleLayer layer)
            implements Event {
        public NetEvent {
            if (reason == null && verdict == Verdict.REFUSED) {
                reason = RefusalReason.ofOldRule(rule);
            }
            if (layer == null) {
                layer = RuleLayer.ofOldRule(verdict, reason, rule);
            }
        }

        /// An event of which at most the process number is known.
        public NetEvent(
                long seq,
                long ts,
                NetOp op,
                long flow,
                @Nullable Integer pid,
                String dir,
                String proto,
                String src,
                String dst,
                @Nullable String name,
                long bytes,
                long up,
                long down,
                long packets,
                Verdict verdict,
                @Nullable String rule) {
            this(
                    seq, ts, op, flow, pid, null, null, dir, proto, src, dst, name, bytes, up, down, packets, verdict,
                    rule, null, null);
        }

        @Override
        public EventType type() {
            return EventType.NET;
        }

        @Override
        public NetEvent withSeq(long newSeq) {
            return new NetEvent(
                    newSeq, ts, op, flow, pid, process, exe, dir, proto, src, dst, name, bytes, up, down, packets,
                    verdict, rule, reason, layer);
        }
    }

    /// A finished HTTP request that the gateway inspected; or, without a method, why the gateway could not
    /// inspect it.
    ///
    /// `flow` is the number of its connection's `NetEvent`; `name` the verified name; `path` the request's
    /// target. `status` is 0 when there was no answer. `up` and `down` are bytes of the bodies, `millis` how
    /// long it took. `sent` and `got` are header lines; credential headers are listed without their values.
    /// `sentBody` and `gotBody` are the first bytes of the bodies if they are text. `secrets` are the names of
    /// the secrets that replaced placeholders; no field contains the value of a secret. `problem` says in words
    /// what was wrong.
    record HttpEvent(
            long seq,
            long ts,
            long flow,
            String name,
            int port,
            boolean tls,
            @Nullable String method,
            @Nullable String path,
            int status,
            long up,
            long down,
            long millis,
            List<String> sent,
            List<String> got,
            @Nullable String sentBody,
            @Nullable String gotBody,
            List<String> secrets,
            @Nullable String problem)
            implements Event {
        public HttpEvent {
            sent = List.copyOf(sent);
            got = List.copyOf(got);
            secrets = List.copyOf(secrets);
        }

        @Override
        public EventType type() {
            return EventType.HTTP;
        }

        @Override
        public HttpEvent withSeq(long newSeq) {
            return new HttpEvent(
                    newSeq, ts, flow, name, port, tls, method, path, status, up, down, millis, sent, got, sentBody,
                    gotBody, secrets, problem);
        }
    }

    /// A period in which the guest could not be observed, or a number of events that were lost.
    ///
    /// `op` is `begin`, `end` or `lost`; `count` is the number of lost events, 0 for a period.
    record GapEvent(long seq, long ts, String op, long count, String reason) implements Event {
        @Override
        public EventType type() {
            return EventType.GAP;
        }

        @Override
        public GapEvent withSeq(long newSeq) {
            return new GapEvent(newSeq, ts, op, count, reason);
        }
    }

    /// An event of a kind that this host agent does not know, kept as received: `kind` is the guest's number
    /// for it, `payload` its bytes in base64.
    record OpaqueEvent(long seq, long ts, int kind, String payload) implements Event {
        @Override
        public EventType type() {
            return EventType.OPAQUE;
        }

        @Override
        public OpaqueEvent withSeq(long newSeq) {
            return new OpaqueEvent(newSeq, ts, kind, payload);
        }
    }
}
