package dev.belljar.agent.agentstate;

import dev.belljar.agent.agentstate.AgentGuestReader.TranscriptPart;
import dev.belljar.agent.agentstate.GuestTree.GuestTask;
import dev.belljar.agent.recording.GuestListener;
import dev.belljar.contract.environment.CodingAgent;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.ProcOp;
import dev.belljar.contract.reduce.AgentScripts;
import dev.belljar.contract.reduce.AgentSignal;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import dev.belljar.contract.sandbox.CodingAgentStatus.RunningProgram;
import dev.belljar.contract.sandbox.CodingAgentStatus.StateEvidence;
import dev.belljar.contract.view.process.ProcessRow;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The coding agents in one sandbox. Takes events from the threads that observe the machine, and does nothing
/// slow with them: another thread computes what changed, and reads in the guest.
///
/// A guest can start any number of programs that look like agents, so only so many are followed.
final class SandboxAgents implements GuestListener {
    private static final int MOST = 8;
    /// An agent that tells nothing and was not active for so long is idle.
    private static final long QUIET_MILLIS = 10_000;
    /// What is not a change of state is told at most this often.
    private static final long SETTLE_MILLIS = 1_000;
    private static final long TRANSCRIPT_MILLIS = 3_000;
    /// A process that is not reported so long after its machine started again has ended.
    private static final long LOST_MILLIS = 20_000;

    private final KnownAgents known;
    private final InstantSource clock;
    private final Runnable wake;
    private final GuestTree tree = new GuestTree();
    private final List<TrackedAgent> agents = new ArrayList<>();
    private List<CodingAgentStatus> told = List.of();
    private long toldAt;
    private boolean changed;
    private boolean seeded;

    /// `wake` is called when `due` may return something else; it must return at once.
    SandboxAgents(KnownAgents known, InstantSource clock, Runnable wake) {
        this.known = known;
        this.clock = clock;
        this.wake = wake;
    }

    @Override
    public void happened(Event event) {
        switch (event) {
            case ProcEvent process -> process(process);
            case FileEvent file -> file(file);
            case NetEvent flow -> flow(flow);
            default -> {
                // Says nothing about an agent.
            }
        }
    }

    @Override
    public synchronized void restarted() {
        seeded = true;
        tree.clear();
        long now = clock.millis();
        agents.stream().filter(each -> each.status().alive()).forEach(each -> each.lost(now));
    }

    /// True if the processes that ran before this host agent observed the machine are not known.
    synchronized boolean unseeded() {
        return !seeded;
    }

    /// The processes that ran before this host agent observed the machine.
    void seed(List<ProcessRow> rows) {
        synchronized (this) {
            seeded = true;
            for (ProcessRow row : rows) {
                if (row.ended() == null) {
                    GuestTask _ = tree.put(new GuestTask(
                            row.pid(), row.start(), row.ppid(), row.argv(), row.comm(), row.exe(), row.started()));
                }
            }
            rows.stream()
                    .sorted((a, b) -> Long.compare(a.start(), b.start()))
                    .filter(row -> row.ended() == null)
                    .forEach(row -> tree.upFrom(row.pid()).stream().findFirst().ifPresent(task -> begun(task, true)));
        }
        wake.run();
    }

    private void process(ProcEvent event) {
        synchronized (this) {
            GuestTask task = tree.apply(event);
            if (task == null) {
                return;
            }
            if (event.op() == ProcOp.EXIT) {
                agents.stream().filter(each -> each.root().is(task)).forEach(each -> ended(each, event));
            } else if (event.op() != ProcOp.FORK) {
                begun(task, event.op() == ProcOp.PRESENT);
            }
            if (agents.isEmpty()) {
                return;
            }
            changed = true;
        }
        wake.run();
    }

    private void ended(TrackedAgent agent, ProcEvent event) {
        agent.take(new AgentSignal.ProcessEnded(clock.millis(), event.code(), event.signal()));
    }

    private void begun(GuestTask task, boolean earlier) {
        List<GuestTask> up = tree.upFrom(task.pid());
        for (TrackedAgent each : agents) {
            if (each.status().alive() && up.stream().anyMatch(each.root()::is)) {
                each.lost(0);
                if (each.root().is(task)) {
                    each.root(task);
                }
                each.active(clock.millis());
                return;
            }
        }
        if (up.stream().anyMatch(above -> AgentScripts.is(above.argv()))) {
            return;
        }
        CodingAgent profile = known.of(task).orElse(null);
        if (profile == null) {
            return;
        }
        agents.removeIf(each -> !each.status().alive() && each.profile().name().equals(profile.name()));
        if (agents.size() >= MOST) {
            Optional<TrackedAgent> old =
                    agents.stream().filter(each -> !each.status().alive()).findFirst();
            if (old.isEmpty()) {
                return;
            }
            agents.remove(old.get());
        }
        TrackedAgent agent = new TrackedAgent(profile, task, earlier ? task.ts() : clock.millis());
        // What was reported before the agent was started is another one's.
        agent.reportDue(earlier);
        agents.add(agent);
    }

    private void file(FileEvent event) {
        String path = event.to() == null ? event.path() : event.to();
        boolean report = path.startsWith(AgentGuestReader.REPORTS);
        synchronized (this) {
            if (agents.isEmpty()) {
                return;
            }
            boolean concerns = false;
            for (TrackedAgent each : agents) {
                if (report
                        && path.equals(AgentGuestReader.REPORTS + each.profile().name())) {
                    each.reportDue(true);
                    concerns = true;
                } else if (each.isTranscript(path)) {
                    each.transcriptChanged();
                    concerns = true;
                }
            }
            concerns |= active(event.pid());
            if (!concerns) {
                return;
            }
        }
        wake.run();
    }

    private void flow(NetEvent event) {
        Integer pid = event.pid();
        if (pid == null || event.bytes() <= 0) {
            return;
        }
        synchronized (this) {
            if (!active(pid)) {
                return;
            }
        }
        wake.run();
    }

    /// Notes that a process was active; returns whether this says anything about an agent that tells nothing
    /// itself.
    private boolean active(int pid) {
        long now = clock.millis();
        boolean any = false;
        for (TrackedAgent each : agents) {
            boolean asks = each.status().alive()
                    && each.status().evidence() == StateEvidence.OBSERVED
                    && now - each.active() > SETTLE_MILLIS;
            if (asks && tree.isBelow(pid, each.root())) {
                each.active(now);
                each.take(new AgentSignal.ActivitySeen(now));
                any = true;
            }
        }
        return any;
    }

    /// Computes what the agents run now and which of them are quiet; `running` is true while the machine is
    /// observed. Returns the agents if somebody should be told about a change.
    synchronized Optional<List<CodingAgentStatus>> due(boolean running) {
        long now = clock.millis();
        if (running) {
            agents.removeIf(each -> each.lost() != 0 && now - each.lost() > LOST_MILLIS);
            agents.stream()
                    .filter(each -> each.status().alive() && each.lost() == 0)
                    .forEach(each -> update(each, now));
            changed = false;
        }
        List<CodingAgentStatus> all = statuses();
        if (all.equals(told) || (sameStates(all) && now - toldAt < SETTLE_MILLIS)) {
            return Optional.empty();
        }
        told = all;
        toldAt = now;
        return Optional.of(all);
    }

    private void update(TrackedAgent agent, long now) {
        if (changed) {
            GuestTask youngest = tree.youngest(agent.root(), task -> ignored(agent, task));
            RunningProgram program = youngest == null
                    ? null
                    : new RunningProgram(ProgramWords.command(youngest.argv(), youngest.comm()), youngest.ts());
            if (!Objects.equals(program, agent.status().running())) {
                agent.active(now);
                agent.take(new AgentSignal.ProgramChanged(now, program));
            }
        }
        if (now - agent.active() > QUIET_MILLIS) {
            agent.take(new AgentSignal.QuietSeen(now));
        }
    }

    /// What hooks run, and the agent's own program when it runs itself again.
    private boolean ignored(TrackedAgent agent, GuestTask task) {
        return ProgramWords.isReporter(task.argv())
                || known.of(task).filter(agent.profile()::equals).isPresent();
    }

    private List<CodingAgentStatus> statuses() {
        return agents.stream().map(TrackedAgent::status).toList();
    }

    private boolean sameStates(List<CodingAgentStatus> all) {
        if (all.size() != told.size()) {
            return false;
        }
        for (int i = 0; i < all.size(); i++) {
            CodingAgentStatus a = all.get(i);
            CodingAgentStatus b = told.get(i);
            if (a.state() != b.state()
                    || a.since() != b.since()
                    || a.paused() != b.paused()
                    || a.started() != b.started()
                    || !Objects.equals(a.waiting(), b.waiting())) {
                return false;
            }
        }
        return true;
    }

    /// The agents whose reports have to be read now.
    synchronized List<TrackedAgent> reports() {
        List<TrackedAgent> due = agents.stream().filter(TrackedAgent::reportDue).toList();
        due.forEach(each -> each.reportDue(false));
        return due;
    }

    /// The agents whose transcripts have to be read now.
    synchronized List<TrackedAgent> transcripts() {
        long now = clock.millis();
        return agents.stream()
                .filter(each -> each.takeTranscript(now, TRANSCRIPT_MILLIS))
                .toList();
    }

    /// True if something is to be read in the guest, now or soon.
    synchronized boolean anyReport() {
        return agents.stream().anyMatch(TrackedAgent::reportDue);
    }

    /// Takes what the hooks of an agent reported.
    synchronized void report(TrackedAgent agent, byte[] bytes) {
        HookReport.read(bytes, clock.millis()).ifPresent(agent::take);
    }

    /// Takes a part of the transcript of an agent.
    synchronized void transcript(TrackedAgent agent, TranscriptPart part) {
        agent.read(part, clock.millis());
    }

    /// The running agent with this name; null if there is none.
    synchronized @Nullable TrackedAgent alive(String name) {
        return agents.stream()
                .filter(each -> each.status().alive()
                        && each.lost() == 0
                        && each.profile().name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /// Notes that the processes of an agent were stopped or continued, and returns its status.
    synchronized CodingAgentStatus paused(TrackedAgent agent, boolean paused) {
        agent.take(new AgentSignal.PauseChanged(clock.millis(), paused));
        return agent.status();
    }
}
