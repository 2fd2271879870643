package dev.belljar.app;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.AgentStarter;
import dev.belljar.client.CaptureStream;
import dev.belljar.client.EventListener;
import dev.belljar.client.EventSubscription;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.RemoteTunnel;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.Operation.OperationCall;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.request.session.ExecCommand;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A client that finds or starts the host agent at the first request, and looks for it again
/// after it went away.
///
/// So the window opens at once, and an agent that cannot be started is reported as an error like any other.
final class ReconnectingClient implements AgentClient {
    /// Error codes after which the agent is looked for again. UNAUTHORIZED is one: another agent at the same
    /// address refuses the old one's token.
    private static final Set<String> GONE =
            Set.of(ProblemCode.UNAVAILABLE.code(), ProblemCode.UNAUTHORIZED.code(), AgentStarter.STOPPED.code());

    private static final Duration PAUSE = Duration.ofMinutes(1);

    /// Finds the host agent.
    @FunctionalInterface
    interface AgentFinder {
        AgentClient find() throws AgentException, InterruptedException;
    }

    /// A request to the host agent.
    @FunctionalInterface
    private interface AgentCall<T> {
        T put(AgentClient agent) throws AgentException, InterruptedException;
    }

    private final AgentFinder first;
    private final AgentFinder again;
    private final AtomicBoolean reconnecting = new AtomicBoolean(true);
    private final AtomicReference<@Nullable Refusal> refusal = new AtomicReference<>();
    private final List<ReconnectingSubscription> followers = new CopyOnWriteArrayList<>();
    /// Read without the lock, which is held while the host agent starts: the FX thread must not wait for that.
    private volatile @Nullable AgentClient found;

    ReconnectingClient(AgentFinder finder) {
        this(finder, finder);
    }

    /// `first` finds the host agent at the start and after [#wake()], `again` after it went away.
    ReconnectingClient(AgentFinder first, AgentFinder again) {
        this.first = first;
        this.again = again;
    }

    /// Why the host agent could not be started; it is not tried again before `due`, a time of
    /// System.nanoTime.
    private record Refusal(AgentException why, long due) {
        boolean stands() {
            return System.nanoTime() - due < 0;
        }
    }

    /// Lets the next request start the host agent, even if it was stopped on purpose or could not be
    /// started just now.
    void wake() {
        refusal.set(null);
        reconnecting.set(true);
    }

    @Override
    public <Q extends Record, A> A call(OperationCall<Q, A> call, Q request)
            throws AgentException, InterruptedException {
        if (call.operation().equals(HostApi.SHUTDOWN)) {
            return agent().call(call, request);
        }
        return ask(agent -> agent.call(call, request));
    }

    @Override
    public RemoteTerminal attach(String id, AttachSession request, TerminalListener listener)
            throws AgentException, InterruptedException {
        return ask(agent -> agent.attach(id, request, listener));
    }

    @Override
    public CaptureStream capture(String id) throws AgentException, InterruptedException {
        return ask(agent -> agent.capture(id));
    }

    @Override
    public RemoteTerminal open(String id, ExecCommand command, TerminalListener listener)
            throws AgentException, InterruptedException {
        return ask(agent -> agent.open(id, command, listener));
    }

    @Override
    public RemoteTunnel tunnel(String id, int port) throws AgentException, InterruptedException {
        return ask(agent -> agent.tunnel(id, port));
    }

    @Override
    public EventSubscription follow(String id, long afterSeq, Set<EventType> types, EventListener listener) {
        Set<EventType> wanted = Set.copyOf(types);
        return keep(new ReconnectingSubscription(
                (agent, after, to) -> agent.follow(id, after, wanted, to), afterSeq, listener, followers::remove));
    }

    @Override
    public EventSubscription followHost(long afterSeq, Set<EventType> types, EventListener listener) {
        Set<EventType> wanted = Set.copyOf(types);
        return keep(new ReconnectingSubscription(
                (agent, after, to) -> agent.followHost(after, wanted, to), afterSeq, listener, followers::remove));
    }

    private EventSubscription keep(ReconnectingSubscription subscription) {
        followers.add(subscription);
        AgentClient now = found;
        if (now != null) {
            subscription.to(now);
        }
        return subscription;
    }

    @Override
    public void close() {
        AgentClient now = found;
        if (now != null) {
            now.close();
        }
    }

    private <T> T ask(AgentCall<T> call) throws AgentException, InterruptedException {
        AgentClient now = agent();
        try {
            return call.put(now);
        } catch (AgentException e) {
            if (GONE.contains(e.code().code())) {
                forget(now);
            }
            throw e;
        }
    }

    private synchronized AgentClient agent() throws AgentException, InterruptedException {
        AgentClient now = found;
        if (now == null) {
            now = found();
            reconnecting.set(false);
            found = now;
            AgentClient next = now;
            followers.forEach(f -> f.to(next));
        }
        return now;
    }

    /// Finds the host agent, or repeats the last refusal: otherwise an agent that cannot start, say because
    /// its port is taken, would be started every second.
    private AgentClient found() throws AgentException, InterruptedException {
        Refusal last = refusal.get();
        if (last != null && last.stands()) {
            throw last.why();
        }
        try {
            return reconnecting.get() ? first.find() : again.find();
        } catch (AgentException e) {
            if (e.code().equals(AgentStarter.NOT_STARTED)) {
                refusal.set(new Refusal(e, System.nanoTime() + PAUSE.toNanos()));
            }
            throw e;
        }
    }

    /// Has the next request look for the agent again; subscriptions move to the one that is found. The old
    /// client is not closed, since terminals may still use it when only one answer was lost.
    private synchronized void forget(AgentClient lost) {
        if (lost.equals(found)) {
            found = null;
        }
    }
}
