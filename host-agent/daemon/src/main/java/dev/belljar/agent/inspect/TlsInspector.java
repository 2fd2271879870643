package dev.belljar.agent.inspect;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.gateway.ConnectionInspector;
import dev.belljar.agent.host.HostBudget;
import dev.belljar.agent.inspect.http.HttpExchange;
import dev.belljar.agent.inspect.relay.HttpRelay;
import dev.belljar.agent.inspect.relay.InspectedStream;
import dev.belljar.agent.inspect.relay.InspectionContext;
import dev.belljar.agent.inspect.relay.PlainRelaySide;
import dev.belljar.agent.inspect.relay.RelaySide;
import dev.belljar.agent.inspect.relay.SecretInjector;
import dev.belljar.agent.inspect.relay.TlsRelaySide;
import dev.belljar.agent.sockets.OutboundConnection;
import dev.belljar.contract.event.Event.HttpEvent;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Inspects the connections of one machine: always plain HTTP, so that every request on a connection is for the
/// name by which it was allowed; TLS if the developer switched it on for the name, or a secret is bound to it.
final class TlsInspector implements ConnectionInspector {
    /// The most memory of a connection without TLS whose buffers are full in both directions, in bytes.
    private static final int COST = 256 << 10;
    /// The most memory of a connection with TLS, in bytes.
    private static final int TLS_COST = 3 * COST;
    /// The most TLS connections of one machine: with the memory of each this bounds what a machine can use.
    static final int MOST_TLS = 128;

    static final int MOST_OPEN = 384;
    private static final int RECORDED_A_SECOND = 50;
    private static final int RECORDED_AT_ONCE = 500;
    /// Limited, because the audit is never pruned.
    private static final int AUDITED_A_SECOND = 2;
    private static final int AUDITED_AT_ONCE = 50;

    private final SandboxInspection sandbox;
    private final UpstreamTls upstream;
    private final AuditLog audit;
    private final Consumer<HttpEvent> sink;
    private final InstantSource clock;
    private final HostBudget memory;
    private final LineRateLimit pace;
    private final LineRateLimit audited;
    private final Set<String> used = new HashSet<>();
    private int open;
    private int openTls;
    /// The share of memory; not null while a connection is open.
    private HostBudget.@Nullable Share share;

    TlsInspector(
            SandboxInspection sandbox,
            UpstreamTls upstream,
            AuditLog audit,
            Consumer<HttpEvent> sink,
            InstantSource clock,
            HostBudget memory) {
        this.memory = memory;
        this.sandbox = sandbox;
        this.upstream = upstream;
        this.audit = audit;
        this.sink = sink;
        this.clock = clock;
        this.pace = new LineRateLimit(clock, RECORDED_A_SECOND, RECORDED_AT_ONCE);
        this.audited = new LineRateLimit(clock, AUDITED_A_SECOND, AUDITED_AT_ONCE);
    }

    @Override
    public boolean ends(String name) {
        return sandbox.looks(name);
    }

    @Override
    public OutboundConnection inspect(Opening opening) throws IOException {
        boolean looks = sandbox.looks(opening.name());
        if (opening.tls() && !looks) {
            return opening.stream();
        }
        if (open >= MOST_OPEN || (opening.tls() && openTls >= MOST_TLS)) {
            throw new IOException("the limit of %d inspected connections (%d of them with TLS) has been reached"
                    .formatted(MOST_OPEN, MOST_TLS));
        }
        Ends ends = opening.tls() ? tls(opening) : new Ends(opening, looks, null, null);
        begin(opening.tls());
        boolean begun = false;
        try {
            OutboundConnection inspected = new InspectedStream(opening.stream(), ends);
            begun = true;
            return inspected;
        } finally {
            if (!begun) {
                end(opening.tls());
            }
        }
    }

    private void begin(boolean tls) throws IOException {
        HostBudget.Share taken = share == null ? memory.open() : share;
        if (!taken.take(cost(tls))) {
            if (share == null) {
                taken.close();
            }
            throw new IOException("the host agent has no memory left to inspect another connection");
        }
        share = taken;
        open++;
        openTls += tls ? 1 : 0;
    }

    private void end(boolean tls) {
        open--;
        openTls -= tls ? 1 : 0;
        HostBudget.Share taken = share;
        if (taken == null) {
            return;
        }
        taken.give(cost(tls));
        if (open == 0) {
            taken.close();
            share = null;
        }
    }

    private static long cost(boolean tls) {
        return tls ? TLS_COST : COST;
    }

    private Ends tls(Opening opening) throws IOException {
        try {
            SSLEngine machine = sandbox.authority().engine(opening.name());
            return new Ends(opening, true, machine, upstream.engine(opening.name(), opening.port()));
        } catch (InspectException | GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("the connection cannot be inspected: " + e.getMessage(), e);
        }
    }

    /// The ends of one connection.
    private final class Ends implements InspectedStream.Parts {
        private final Opening opening;
        private final boolean looks;
        private final TlsRelaySide.Tasks tasks;
        private final @Nullable SSLEngine toMachine;
        private final @Nullable SSLEngine toServer;

        Ends(Opening opening, boolean looks, @Nullable SSLEngine toMachine, @Nullable SSLEngine toServer) {
            this.opening = opening;
            this.looks = looks;
            this.tasks = TlsRelaySide.Tasks.on(opening.own());
            this.toMachine = toMachine;
            this.toServer = toServer;
        }

        @Override
        public RelaySide machine(Runnable changed) throws SSLException {
            return side(toMachine, changed);
        }

        @Override
        public RelaySide server(Runnable changed) throws SSLException {
            return side(toServer, changed);
        }

        private RelaySide side(@Nullable SSLEngine engine, Runnable changed) throws SSLException {
            return engine == null
                    ? new PlainRelaySide(InspectedStream.PLAIN)
                    : new TlsRelaySide(engine, tasks, changed, InspectedStream.PLAIN);
        }

        @Override
        public HttpRelay relay(RelaySide machine, RelaySide server, Runnable changed) {
            SecretInjector injector = sandbox.injector(opening.name(), opening.tls());
            boolean lenient = !opening.tls();
            InspectionContext context = new InspectionContext(
                    opening.name(),
                    opening.port(),
                    opening.tls(),
                    lenient,
                    injector,
                    opening.grant(),
                    this::recordExchange);
            return new HttpRelay(machine, server, context, () -> opening.own().execute(changed));
        }

        @Override
        public String refusal(IOException fault, boolean ready) {
            return ready
                    ? HandshakeErrors.words(fault)
                    : HandshakeErrors.refusal(fault, opening.name(), sandbox.name());
        }

        @Override
        public String failure(IOException fault) {
            return HandshakeErrors.failure(fault);
        }

        @Override
        public void ended() {
            end(opening.tls());
        }

        private void recordExchange(HttpExchange exchange) {
            audit(opening, exchange);
            if ((looks || exchange.problem != null) && pace.take()) {
                record(opening, exchange);
            }
        }
    }

    /// Records in the audit. The first use of a secret for a name is always recorded, which is at most once for
    /// each binding; refusals are rate-limited.
    private void audit(ConnectionInspector.Opening opening, HttpExchange exchange) {
        for (String secret : exchange.secrets) {
            sandbox.used(secret, opening.name());
            if (used.add(secret + " " + opening.name())) {
                audit.record("secret", sandbox.id(), secret, "", "used for " + opening.name());
            }
        }
        String problem = exchange.problem;
        if (problem != null && audited.take()) {
            long missed = audited.missed();
            String more = missed == 0 ? "" : "; more blocked requests, too frequent to list: %d".formatted(missed);
            audit.record("refused", sandbox.id(), opening.name(), "refused", problem + more);
        }
    }

    private void record(Opening opening, HttpExchange exchange) {
        String problem = exchange.problem;
        long missed = pace.missed();
        if (missed > 0) {
            String more = "earlier requests not recorded because they were too frequent: %d".formatted(missed);
            problem = problem == null ? more : problem + "; " + more;
        }
        sink.accept(new HttpEvent(
                0,
                clock.millis(),
                opening.flow(),
                opening.name(),
                opening.port(),
                opening.tls(),
                exchange.method,
                exchange.path,
                exchange.status,
                exchange.up,
                exchange.down,
                exchange.millis(),
                exchange.sent,
                exchange.got,
                exchange.sentSample.text(),
                exchange.gotSample.text(),
                List.copyOf(exchange.secrets),
                problem));
    }
}
