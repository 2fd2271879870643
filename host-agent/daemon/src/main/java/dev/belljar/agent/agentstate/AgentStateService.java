package dev.belljar.agent.agentstate;

import dev.belljar.agent.environment.AgentProfileStore;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.index.EventIndex;
import dev.belljar.agent.index.IndexException;
import dev.belljar.agent.recording.GuestListener;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.event.CodingAgentsChanged;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import dev.belljar.contract.sandbox.SandboxState;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows the coding agents in all sandboxes, records what they do as events, and pauses them.
///
/// One thread computes what changed. What has to be read in a guest is read on a thread of its own, at most one
/// for each machine, so that a guest that does not answer delays no other.
public final class AgentStateService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AgentStateService.class);
    /// How long to wait for further events before anything is computed.
    private static final long SETTLE_MILLIS = 50;
    private static final long TICK_MILLIS = 1_000;
    private static final int GONE = 3;

    private final SandboxRegistry registry;
    private final EventIndex index;
    private final KnownAgents known;
    private final InstantSource clock;
    private final Semaphore wake = new Semaphore(0);
    private final Map<String, SandboxAgents> followed = new ConcurrentHashMap<>();
    private final Set<String> reading = ConcurrentHashMap.newKeySet();
    private final Thread thread = Thread.ofVirtual().name("coding-agents").unstarted(this::run);

    /// Follows the agents in each sandbox that is added to the registry from now on.
    public AgentStateService(
            SandboxRegistry registry, EventIndex index, AgentProfileStore profiles, InstantSource clock) {
        this.registry = registry;
        this.index = index;
        this.clock = clock;
        this.known = new KnownAgents(() -> KnownAgents.of(profiles), System::nanoTime);
        registry.watchGuests(this::listener);
    }

    private GuestListener listener(SandboxRuntime sandbox) {
        SandboxAgents agents = new SandboxAgents(known, clock, wake::release);
        followed.put(sandbox.id(), agents);
        return agents;
    }

    public void start() {
        thread.start();
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void run() {
        try {
            while (true) {
                if (wake.tryAcquire(TICK_MILLIS, TimeUnit.MILLISECONDS)) {
                    Thread.sleep(SETTLE_MILLIS);
                    wake.drainPermits();
                }
                followed.keySet().removeIf(id -> registry.known(id) == null);
                registry.all().forEach(this::look);
            }
        } catch (InterruptedException e) {
            LOG.debug("no longer following coding agents");
        }
    }

    /// The top of the thread for each sandbox: an error with one must not end the others.
    private void look(SandboxRuntime sandbox) {
        SandboxAgents agents = followed.get(sandbox.id());
        if (agents == null) {
            return;
        }
        try {
            boolean running = sandbox.state() == SandboxState.RUNNING
                    && sandbox.observation().observed();
            if (running && agents.unseeded()) {
                agents.seed(index.processes(sandbox.id(), 0).rows());
            }
            tell(sandbox, agents, running);
            if (running) {
                read(sandbox, agents);
            }
        } catch (IndexException e) {
            LOG.debug("{}: its processes are not known: {}", sandbox.name(), e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("{}: its coding agents could not be followed", sandbox.name(), e);
        }
    }

    private static void tell(SandboxRuntime sandbox, SandboxAgents agents, boolean running) {
        agents.due(running).ifPresent(now -> {
            sandbox.observation().agents().become(now);
            sandbox.observation().record(new CodingAgentsChanged(0, System.currentTimeMillis(), sandbox.id(), now));
        });
    }

    private void read(SandboxRuntime sandbox, SandboxAgents agents) {
        GuestLink link = sandbox.anyLink().orElse(null);
        if (link == null || link.state() != LinkState.UP || !reading.add(sandbox.id())) {
            return;
        }
        List<TrackedAgent> reports = agents.reports();
        List<TrackedAgent> transcripts = agents.transcripts();
        if (reports.isEmpty() && transcripts.isEmpty()) {
            reading.remove(sandbox.id());
            return;
        }
        Thread.ofVirtual().name(sandbox.name() + " coding agents").start(() -> {
            try {
                for (TrackedAgent each : reports) {
                    agents.report(
                            each, AgentGuestReader.report(link, each.profile().name()));
                }
                wake.release();
                for (TrackedAgent each : transcripts) {
                    AgentGuestReader.transcript(link, each.places(), each.transcript(), each.place())
                            .ifPresent(part -> agents.transcript(each, part));
                }
            } catch (GuestException e) {
                LOG.debug("{}: what its agents report cannot be read: {}", sandbox.name(), e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                reading.remove(sandbox.id());
                wake.release();
            }
        });
    }

    /// Stops the processes of a coding agent, or continues them. A sandbox is given by its id or name.
    ///
    /// @throws AgentStateException `codingagent.not-running`, or `codingagent.not-paused` if the guest did not
    /// obey
    public CodingAgentStatus pause(String id, String name, boolean pause)
            throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        SandboxState _ = sandbox.requireAllowed(pause ? EnvironmentApi.PAUSE_AGENT : EnvironmentApi.CONTINUE_AGENT);
        SandboxAgents agents = followed.get(sandbox.id());
        TrackedAgent agent = agents == null ? null : agents.alive(name);
        if (agents == null || agent == null) {
            throw AgentStateException.notRunning(name, sandbox.name());
        }
        Integer code = AgentGuestReader.signal(
                sandbox.guest(), agent.root().pid(), agent.root().start(), pause);
        if (code == null || code != 0) {
            throw code != null && code == GONE
                    ? AgentStateException.notRunning(name, sandbox.name())
                    : AgentStateException.disobeyed(name, sandbox.name(), pause);
        }
        CodingAgentStatus status = agents.paused(agent, pause);
        sandbox.observation().note("note", "agent", "%s %s".formatted(status.title(), pause ? "paused" : "continued"));
        wake.release();
        return status;
    }
}
