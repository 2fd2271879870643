package dev.belljar.agent.recording;

import dev.belljar.agent.gateway.NetObserver;
import dev.belljar.agent.guest.GuestEvent;
import dev.belljar.agent.guest.GuestFlow;
import dev.belljar.agent.guest.GuestHeartbeat;
import dev.belljar.agent.guest.GuestHello;
import dev.belljar.agent.guest.LinkObserver;
import dev.belljar.agent.journal.Journal;
import dev.belljar.agent.journal.JournalException;
import dev.belljar.agent.journal.NumberedEvent;
import dev.belljar.agent.vm.ConsoleListener;
import dev.belljar.agent.vm.DiskListener;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.Event.HttpEvent;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.SandboxEvent;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.Gauges;
import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Records all observed events of one sandbox in its journal and keeps the newest figures.
///
/// Guest events that cannot be written wait here and block the guest link: the guest keeps unacknowledged
/// events, so a full disk delays events but loses none. The host agent's own events wait too, up to a limit
/// (`EventBacklog`).
public final class EventRecorder implements LinkObserver, NetObserver, ConsoleListener, DiskListener {
    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
    private static final int CONSOLE_LINES = 2_000;
    private static final long RETRY_MILLIS = 1_000;
    private static final int MOST_FACTS = 10_000;
    private static final int MOST_APPROVALS = 1_000;
    private static final int MOST_SIGHTINGS = 1_000;
    private static final int MOST_GREETINGS = 20;

    private final String id;
    private final String name;
    private final Journal journal;
    private final EventBacklog facts;
    /// Flows and gaps have their own queue: a flood of them must not displace other events.
    private final EventBacklog approvals;
    private final EventBacklog sightings;

    private final MachineActivity activity;
    private final WorkspaceActivity writes = new WorkspaceActivity();
    private final ObservedAgents agents = new ObservedAgents();
    private final FlowAttribution senders = new FlowAttribution(InstantSource.system());
    private final MachineFigures figures = new MachineFigures();
    private final ReachedLimits limits;
    private final AtomicInteger consoleLines = new AtomicInteger();
    private volatile CountDownLatch linked = new CountDownLatch(1);
    private volatile LongConsumer losses = _ -> {};
    private volatile boolean observed;
    private volatile boolean gap;
    private volatile boolean blind;
    private volatile @Nullable Problem pauseReason;
    private final AtomicInteger greetings = new AtomicInteger();
    private volatile String greeted = "";

    /// Records the events of the sandbox with this id and name.
    public EventRecorder(String id, String name, Journal journal, MachineActivity activity) {
        this.id = id;
        this.name = name;
        this.journal = journal;
        this.facts = new EventBacklog(name, journal, MOST_FACTS, this::lost);
        this.approvals = new EventBacklog(name, journal, MOST_APPROVALS, this::lost);
        this.sightings = new EventBacklog(name, journal, MOST_SIGHTINGS, _ -> {});
        this.activity = activity;
        this.limits = new ReachedLimits(id, name);
    }

    /// Reports how many events that concern the host could not be recorded.
    public void tellLosses(LongConsumer listener) {
        losses = listener;
    }

    private void lost(long count) {
        losses.accept(count);
    }

    /// Tells when the machine was last used.
    public MachineActivity activity() {
        return activity;
    }

    /// Counts the writes to the workspace.
    public WorkspaceActivity writes() {
        return writes;
    }

    /// The coding agents in the machine.
    public ObservedAgents agents() {
        return agents;
    }

    /// Tells to which process each flow belongs, as the guest reports.
    public FlowAttribution senders() {
        return senders;
    }

    public Journal journal() {
        return journal;
    }

    /// True while the guest is observed.
    public boolean observed() {
        return observed;
    }

    public @Nullable Gauges gauges() {
        return figures.gauges();
    }

    /// The number of processes and threads that the process limit counts now, null if the guest does not tell.
    public @Nullable Long limited() {
        return figures.limited();
    }

    /// Why the machine is paused, if it is.
    public @Nullable Problem pauseReason() {
        return pauseReason;
    }

    /// Forgets the previous boot, before a machine starts.
    public void reset() {
        consoleLines.set(0);
        linked = new CountDownLatch(1);
        quiet();
        figures.reset();
        limits.reset();
        greeted = "";
        greetings.set(0);
        senders.clear();
        activity.restart();
        agents.restarted();
    }

    /// Waits for the guest agent to answer for the first time since `reset`.
    public boolean awaitLinked(long millis) throws InterruptedException {
        return linked.await(millis, TimeUnit.MILLISECONDS);
    }

    /// The machine has ended or is no longer observed by this host agent: an open gap ends, and none is reported
    /// for the time that follows.
    public void quiet() {
        if (gap || blind) {
            append(new GapEvent(0, now(), "end", 0, "the sandbox stopped, or the host agent is stopping"));
        }
        senders.reportsFlows(false);
        writes.silent();
        observed = false;
        gap = false;
        blind = false;
        figures.silent();
        pauseReason = null;
    }

    /// The sandbox is new (`from` is null), is in another state, or changed in another way (`from` equals `to`).
    public void state(
            @Nullable SandboxState from,
            SandboxState to,
            @Nullable StorageTier tier,
            @Nullable Problem problem,
            @Nullable String detail) {
        append(new HostEvent.StateChanged(0, now(), id, name, from, to, tier, problem, detail));
    }

    public void step(Requirement requirement) {
        append(new HostEvent.StepChanged(0, now(), id, requirement));
    }

    /// Records another event of the host about this sandbox.
    public void record(HostEvent event) {
        append(event);
    }

    public void note(String op, String about, String detail) {
        append(SandboxEvent.note(now(), op, about, detail));
    }

    /// A program in the machine began or stopped listening on a port.
    public void port(int port, boolean open, String process, String detail) {
        append(new HostEvent.PortChanged(0, now(), id, port, open, process, detail));
    }

    @Override
    public long recorded(String bootId) {
        return journal.recorded(bootId);
    }

    @Override
    public void up(GuestHello hello) {
        if (gap) {
            append(new GapEvent(0, now(), "end", 0, "the guest agent responds again"));
            gap = false;
        }
        if (hello.observesProcesses() && blind) {
            append(new GapEvent(0, now(), "end", 0, "processes can be observed again"));
            blind = false;
        } else if (!hello.observesProcesses() && !blind) {
            blind = true;
            append(new GapEvent(0, now(), "begin", 0, "the guest's kernel does not allow processes to be observed"));
        }
        observed = hello.observesProcesses();
        writes.heard(hello.observesProcesses() && hello.observesFiles());
        senders.reportsFlows(hello.observesFlows());
        greet("agent %s on Linux %s%s"
                .formatted(
                        hello.agent(),
                        hello.kernel(),
                        hello.observesFlows() ? "" : "; flows cannot be attributed to processes"));
        linked.countDown();
    }

    /// Notes the guest agent's first connection, but not each of the many reconnections that a guest may cause, even
    /// with another text each time: notes are never deleted.
    private void greet(String guest) {
        if (!guest.equals(greeted) && greetings.incrementAndGet() <= MOST_GREETINGS) {
            greeted = guest;
            note("note", "guest", guest);
        }
    }

    @Override
    public void events(String bootId, List<GuestEvent> events) throws InterruptedException {
        for (GuestEvent each : events) {
            activity.happened(each.event());
            writes.happened(each.event());
            agents.happened(each.event());
            if (each.event() instanceof ProcEvent process) {
                senders.saw(process);
            }
        }
        List<NumberedEvent> numbered = events.stream()
                .map(e -> new NumberedEvent(e.number(), e.event()))
                .toList();
        for (boolean said = false; ; said = true) {
            try {
                journal.appendFromGuest(bootId, numbered);
                return;
            } catch (JournalException e) {
                if (!said) {
                    LOG.error("{}: the journal cannot be written; {} events are waiting", name, numbered.size(), e);
                }
                Thread.sleep(RETRY_MILLIS);
            }
        }
    }

    @Override
    public void flow(GuestFlow flow) {
        senders.flow(flow);
    }

    @Override
    public void beat(GuestHeartbeat beat) {
        long now = now();
        activity.cpu(figures.take(beat, now).cpuPermille());
        limits.after(beat, now).forEach(this::append);
    }

    @Override
    public void down(String reason) {
        if (observed && !gap) {
            gap = true;
            append(new GapEvent(0, now(), "begin", 0, reason));
        }
        observed = false;
        writes.silent();
        senders.reportsFlows(false);
        figures.silent();
    }

    @Override
    public void stands(Problem why) {
        Problem before = pauseReason;
        pauseReason = why;
        if (before == null || !before.code().equals(why.code())) {
            note("note", "disk", why.detail());
            state(SandboxState.RUNNING, SandboxState.RUNNING, null, why, null);
        }
    }

    @Override
    public void goesOn() {
        pauseReason = null;
        note("note", "disk", "enough disk space is free again, so the sandbox continues");
        state(SandboxState.RUNNING, SandboxState.RUNNING, null, null, null);
    }

    @Override
    public void seen(NetEvent event) {
        agents.happened(event);
        append(event);
    }

    /// An approval was asked or ended.
    public void asked(ApprovalEvent event) {
        append(event);
    }

    /// An HTTP request was inspected.
    public void requested(HttpEvent event) {
        append(event);
    }

    @Override
    public void line(String line) {
        int count = consoleLines.incrementAndGet();
        if (count <= CONSOLE_LINES) {
            append(new HostEvent.ConsoleLine(0, now(), id, line));
        } else if (count == CONSOLE_LINES + 1) {
            append(new HostEvent.ConsoleLine(0, now(), id, "further console lines are only in console.log"));
        }
    }

    private void append(Event event) {
        EventBacklog backlog = switch (event) {
            case ApprovalEvent _ -> approvals;
            case SandboxEvent _, HostEvent _ -> facts;
            default -> sightings;
        };
        backlog.append(event);
    }

    private static long now() {
        return System.currentTimeMillis();
    }
}
