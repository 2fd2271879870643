package dev.belljar.agent.jail;

import dev.belljar.agent.jail.plan.JailException;
import dev.belljar.contract.jail.JailMode;
import dev.belljar.contract.jail.JailStatus;
import dev.belljar.contract.request.jail.PrepareJail;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One jail, from when it was prepared until its warden has ended, with its accesses that wait for an answer.
final class RunningJail {
    private static final Logger LOG = LoggerFactory.getLogger(RunningJail.class);
    private static final int ANSWER_SECONDS = 10;

    private final String id;
    private final PrepareJail request;
    private final Path socket;
    private final long started;
    private final Map<Long, HeldAccess> held = new LinkedHashMap<>();
    private @Nullable WardenLink link;
    private @Nullable Integer pid;
    private @Nullable CompletableFuture<WardenMessage> reply;
    private long answered;

    RunningJail(String id, PrepareJail request, Path socket, long started) {
        this.id = id;
        this.request = request;
        this.socket = socket;
        this.started = started;
    }

    String id() {
        return id;
    }

    Path socket() {
        return socket;
    }

    PrepareJail request() {
        return request;
    }

    /// True if accesses to hidden paths are asked.
    boolean asks() {
        return request.mode() != JailMode.STATIC;
    }

    /// What people call the jail: its project and its id.
    String name() {
        Path folder = Path.of(request.project()).getFileName();
        return (folder == null ? "jail" : folder.toString()) + " (jail " + id + ")";
    }

    synchronized JailStatus status() {
        return new JailStatus(
                id,
                request.project(),
                request.command(),
                asks() ? JailMode.DYNAMIC : JailMode.STATIC,
                started,
                pid,
                held.size());
    }

    synchronized void connected(WardenLink to) {
        link = to;
    }

    /// Ends the connection to the warden, which then refuses what would be asked.
    synchronized void disconnect() {
        try {
            if (link != null) {
                link.close();
            }
        } catch (IOException e) {
            LOG.debug("jail {}", id, e);
        }
    }

    synchronized void runs(int process) {
        pid = process;
    }

    synchronized void hold(HeldAccess access) {
        held.put(access.access(), access);
    }

    /// Removes an access that nobody waits for any more.
    synchronized Optional<HeldAccess> release(long access) {
        return Optional.ofNullable(held.remove(access));
    }

    /// Removes and returns what waits.
    synchronized List<HeldAccess> releaseAll() {
        List<HeldAccess> all = new ArrayList<>(held.values());
        held.clear();
        return all;
    }

    synchronized List<HeldAccess> held() {
        return List.copyOf(held.values());
    }

    /// Completes the answer that is being given, if the message is about it.
    synchronized void replied(WardenMessage message) {
        CompletableFuture<WardenMessage> waiting = reply;
        boolean mine = message.type().equals("event.error") || message.id() == answered;
        if (waiting != null && mine) {
            waiting.complete(message);
        }
    }

    /// Tells the warden something for which no reply is awaited.
    ///
    /// @throws JailException if it does not run
    void tell(WardenOrder order) throws JailException {
        WardenLink to;
        synchronized (this) {
            to = link;
        }
        if (to == null) {
            throw new JailException(
                    JailException.UNAVAILABLE, "jail " + id + " has not started yet", "Try again in a moment.");
        }
        try {
            to.send(List.of(order));
        } catch (IOException e) {
            throw new JailException(JailException.FAILED, "jail " + id + " has ended", null, e);
        }
    }

    /// Answers an access and returns the warden's reply, which is an error if the answer is not possible that
    /// way.
    ///
    /// @throws JailException if the jail has ended or does not reply
    WardenMessage answer(long access, WardenOrder order) throws JailException, InterruptedException {
        CompletableFuture<WardenMessage> waiting = new CompletableFuture<>();
        synchronized (this) {
            if (reply != null) {
                throw new JailException(
                        JailException.UNAVAILABLE, "another answer is being given to jail " + id, "Try again.");
            }
            reply = waiting;
            answered = access;
        }
        try {
            tell(order);
            return waiting.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new JailException(
                    JailException.FAILED, "jail " + id + " did not reply to the answer", "Answer again.", e);
        } finally {
            synchronized (this) {
                reply = null;
            }
        }
    }
}
