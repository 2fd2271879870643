package dev.belljar.contract.event;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A finished HTTP request that the gateway inspected; or, without a method, why the gateway could not inspect
/// it.
///
/// `flow` is the number of its connection's `NetEvent`; `name` the verified name; `path` the request's target.
/// `status` is 0 when there was no answer. `up` and `down` are bytes of the bodies, `millis` how long it took.
/// `sent` and `got` are header lines; credential headers are listed without their values. `sentBody` and
/// `gotBody` are the first bytes of the bodies if they are text. `secrets` are the names of the secrets that
/// replaced placeholders; no field contains the value of a secret. `problem` says in words what was wrong.
public record HttpEvent(
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
                newSeq, ts, flow, name, port, tls, method, path, status, up, down, millis, sent, got, sentBody, gotBody,
                secrets, problem);
    }
}
