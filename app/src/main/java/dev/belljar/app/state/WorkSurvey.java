package dev.belljar.app.state;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
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

/// Learns what running sandboxes have changed, one sandbox after the other, while the launcher shows them.
///
/// Each look runs git in the guest, so a sandbox is asked once, and again only when it was busy since: after
/// [#AGAIN] and [#BUSY_EVENTS] events.
public final class WorkSurvey {
    private static final long AGAIN = Duration.ofMinutes(3).toMillis();
    private static final long BUSY_EVENTS = 500;

    private final AgentClient agent;
    private final Supplier<HostState> host;
    private final Clock clock;
    private final Duration pause;
    private final Map<String, Look> looks = new ConcurrentHashMap<>();
    private @Nullable Thread thread;

    /// `pause` is the time between two looks once every sandbox has been asked.
    public WorkSurvey(AgentClient agent, Supplier<HostState> host, Clock clock, Duration pause) {
        this.agent = agent;
        this.host = host;
        this.clock = clock;
        this.pause = pause;
    }

    /// What is known of a sandbox's work.
    public WorkState of(String id) {
        Look look = looks.get(id);
        return look == null ? WorkState.UNKNOWN : look.work;
    }

    /// Records what a room of the sandbox has found out, which saves a look.
    public void learn(String id, WorkState work) {
        looks.put(id, new Look(work, clock.millis(), seq(id)));
    }

    /// Begins to look; does nothing when it looks already.
    public synchronized void resume() {
        if (thread == null) {
            thread = Thread.ofVirtual().name("belljar-work-survey").start(this::run);
        }
    }

    /// Stops looking; what is known stays.
    public synchronized void pause() {
        if (thread != null) {
            thread.interrupt();
            thread = null;
        }
    }

    private void run() {
        try {
            while (true) {
                List<ProjectState> running = host.get().projects().stream()
                        .filter(ProjectState::running)
                        .toList();
                looks.keySet()
                        .retainAll(host.get().projects().stream()
                                .map(ProjectState::id)
                                .toList());
                Optional<ProjectState> next = next(running, looks, clock.millis());
                boolean unknown =
                        next.isPresent() && !looks.containsKey(next.get().id());
                if (next.isPresent()) {
                    look(next.get().id());
                }
                // What nobody knows yet is asked at once, one sandbox after the other; news can wait.
                if (!unknown) {
                    TimeUnit.MILLISECONDS.sleep(pause.toMillis());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// The sandbox to ask now: one that was never asked, else the one that was asked longest ago and was busy since.
    static Optional<ProjectState> next(List<ProjectState> running, Map<String, Look> looks, long now) {
        return running.stream()
                .filter(project -> due(project, looks.get(project.id()), now))
                .min(Comparator.comparingLong(project -> {
                    Look look = looks.get(project.id());
                    return look == null ? 0 : look.at;
                }));
    }

    private static boolean due(ProjectState project, @Nullable Look look, long now) {
        return look == null
                || (now - look.at >= AGAIN && project.sandbox().status().lastSeq() - look.seq >= BUSY_EVENTS);
    }

    private void look(String id) throws InterruptedException {
        long seq = seq(id);
        WorkState work;
        try {
            work = new WorkState(agent.plan(id), agent.diff(id), null);
        } catch (AgentException e) {
            // Asked again as if it had answered: a sandbox that cannot say would be asked for ever otherwise.
            work = new WorkState(of(id).plan(), of(id).diff(), e.problem());
        }
        looks.put(id, new Look(work, clock.millis(), seq));
    }

    private long seq(String id) {
        return host.get()
                .project(id)
                .map(project -> project.sandbox().status().lastSeq())
                .orElse(0L);
    }

    /// What a look found, when (milliseconds since the epoch), and the sandbox's last event then.
    record Look(WorkState work, long at, long seq) {}
}
