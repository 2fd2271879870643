package dev.belljar.app.work;

import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.work.ReadWork;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Requests the work of running sandboxes, one after the other, while the launcher shows them.
///
/// A request may run git in the guest, so it is sent once per sandbox, and again only if the sandbox was busy since:
/// after [#AGAIN] milliseconds and [#BUSY_EVENTS] events.
public final class WorkSurvey {
    private static final long AGAIN = Duration.ofMinutes(3).toMillis();
    private static final long BUSY_EVENTS = 500;

    private final AgentClient agent;
    private final Supplier<HostState> host;
    private final Clock clock;
    private final Duration pause;
    private final Map<String, SurveyedWork> looks = new ConcurrentHashMap<>();
    private @Nullable Thread thread;

    /// `pause` is the time between two requests once every sandbox has been asked.
    public WorkSurvey(AgentClient agent, Supplier<HostState> host, Clock clock, Duration pause) {
        this.agent = agent;
        this.host = host;
        this.clock = clock;
        this.pause = pause;
    }

    /// Returns what is known of a sandbox's work.
    public WorkState of(String id) {
        SurveyedWork look = looks.get(id);
        return look == null ? WorkState.UNKNOWN : look.work;
    }

    /// Records the work that a screen of the sandbox has requested, which saves a request here.
    public void learn(String id, WorkState work) {
        looks.put(id, new SurveyedWork(work, clock.millis(), seq(id)));
    }

    /// Starts the requests; does nothing if they run already.
    public synchronized void resume() {
        if (thread == null) {
            thread = Thread.ofVirtual().name("belljar-work-survey").start(this::run);
        }
    }

    /// Stops the requests; known work stays.
    public synchronized void pause() {
        if (thread != null) {
            thread.interrupt();
            thread = null;
        }
    }

    private void run() {
        try {
            while (true) {
                List<SandboxViewState> running = host.get().sandboxes().stream()
                        .filter(SandboxViewState::running)
                        .toList();
                looks.keySet()
                        .retainAll(host.get().sandboxes().stream()
                                .map(SandboxViewState::id)
                                .toList());
                Optional<SandboxViewState> next = next(running, looks, clock.millis());
                boolean unknown =
                        next.isPresent() && !looks.containsKey(next.get().id());
                if (next.isPresent()) {
                    looks.put(next.get().id(), look(next.get()));
                }
                // Sandboxes that were never asked do not wait; repeated requests do.
                if (!unknown) {
                    TimeUnit.MILLISECONDS.sleep(pause.toMillis());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Returns the sandbox to ask now: one that was never asked, else the one that was asked longest ago and
    /// was busy since.
    static Optional<SandboxViewState> next(List<SandboxViewState> running, Map<String, SurveyedWork> looks, long now) {
        return running.stream()
                .filter(sandbox -> due(sandbox, looks.get(sandbox.id()), now))
                .min(Comparator.comparingLong(sandbox -> {
                    SurveyedWork look = looks.get(sandbox.id());
                    return look == null ? 0 : look.at;
                }));
    }

    private static boolean due(SandboxViewState sandbox, @Nullable SurveyedWork look, long now) {
        return look == null
                || (now - look.at >= AGAIN && sandbox.reported().status().lastSeq() - look.seq >= BUSY_EVENTS);
    }

    /// Asks a sandbox for its work; a failure counts as an answer, or it would be asked without a pause.
    SurveyedWork look(SandboxViewState sandbox) throws InterruptedException {
        String id = sandbox.id();
        WorkState work;
        try {
            work = WorkState.of(agent.call(SandboxApi.WORK.at(id), ReadWork.IF_CHANGED));
        } catch (AgentException e) {
            work = of(id).failed(e.problem());
        }
        return new SurveyedWork(
                work, clock.millis(), sandbox.reported().status().lastSeq());
    }

    private long seq(String id) {
        return host.get().sandboxes().stream()
                .filter(sandbox -> sandbox.id().equals(id))
                .mapToLong(sandbox -> sandbox.reported().status().lastSeq())
                .findFirst()
                .orElse(0);
    }

    /// The result of a request, its time (milliseconds since the epoch), and the number of the sandbox's
    /// last event then.
    record SurveyedWork(WorkState work, long at, long seq) {}
}
