package dev.belljar.agent.sandbox;

import dev.belljar.agent.catalog.CatalogException;
import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.gateway.Gateway;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.index.Indexer;
import dev.belljar.agent.vm.Machine;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.SandboxStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One sandbox as it is now: its record, its state machine, and what it holds while it runs.
///
/// Fields are guarded by `lock`; nothing slow is done while it is held. Exactly one workflow (starting,
/// stopping, destroying) runs at a time,
/// on a virtual thread of its own; a stop interrupts a start.
final class LiveSandbox {
    private static final Logger LOG = LoggerFactory.getLogger(LiveSandbox.class);

    private final Rooms rooms;
    private final Observation observation;
    private final Indexer indexer;
    private final ReentrantLock lock = new ReentrantLock();
    private SandboxRecord record;
    private Requirements requirements;
    private @Nullable Machine machine;
    private @Nullable GuestLink link;
    private @Nullable Gateway gateway;
    private @Nullable Thread workflow;

    LiveSandbox(Rooms rooms, SandboxRecord record, Observation observation, Indexer indexer) {
        this.rooms = rooms;
        this.record = record;
        this.observation = observation;
        this.indexer = indexer;
        this.requirements = new Requirements(observation::step);
    }

    String id() {
        return record().id();
    }

    String name() {
        return record().spec().name();
    }

    Path project() {
        return Path.of(record().spec().project());
    }

    SandboxRecord record() {
        lock.lock();
        try {
            return record;
        } finally {
            lock.unlock();
        }
    }

    SandboxState state() {
        return record().state();
    }

    Observation observation() {
        return observation;
    }

    Indexer indexer() {
        return indexer;
    }

    Requirements requirements() {
        lock.lock();
        try {
            return requirements;
        } finally {
            lock.unlock();
        }
    }

    Rooms rooms() {
        return rooms;
    }

    /// Moves to another state and records it.
    ///
    /// @throws SandboxException `sandbox.wrong-state` when the move is not legal
    void move(SandboxState to, @Nullable Problem problem, @Nullable String detail) throws SandboxException {
        SandboxState from;
        lock.lock();
        try {
            from = record.state();
            if (!from.next().contains(to)) {
                throw wrongState(from, to);
            }
            SandboxRecord r = record;
            keep(new SandboxRecord(
                    r.id(),
                    r.spec(),
                    to,
                    System.currentTimeMillis(),
                    r.created(),
                    r.branch(),
                    r.base(),
                    r.capture(),
                    r.delivered(),
                    r.imageKey(),
                    r.pid(),
                    r.pidStart(),
                    problem));
        } finally {
            lock.unlock();
        }
        observation.state(from, to, problem == null ? detail : problem.detail());
    }

    /// Changes the record without changing the state.
    void change(UnaryOperator<SandboxRecord> change) {
        lock.lock();
        try {
            keep(change.apply(record));
        } finally {
            lock.unlock();
        }
    }

    /// Begins a workflow unless another one runs.
    void begin(String what, Runnable work) throws SandboxException {
        lock.lock();
        try {
            if (workflow != null && workflow.isAlive()) {
                throw new SandboxException(
                        SandboxException.WRONG_STATE,
                        "sandbox " + record.spec().name() + " is busy: " + workflow.getName(),
                        "Wait until it is done, or stop it.");
            }
            workflow =
                    Thread.ofVirtual().name(record.spec().name() + " " + what).start(work);
        } finally {
            lock.unlock();
        }
    }

    /// Interrupts the workflow that runs and waits for it to give up.
    void cancel() throws InterruptedException {
        Thread running;
        lock.lock();
        try {
            running = workflow;
        } finally {
            lock.unlock();
        }
        if (running != null && !running.equals(Thread.currentThread())) {
            running.interrupt();
            running.join();
        }
    }

    /// Waits for the workflow that runs, if any.
    void awaitWorkflow() throws InterruptedException {
        Thread running;
        lock.lock();
        try {
            running = workflow;
        } finally {
            lock.unlock();
        }
        if (running != null && !running.equals(Thread.currentThread())) {
            running.join();
        }
    }

    void freshRequirements() {
        lock.lock();
        try {
            requirements = new Requirements(observation::step);
        } finally {
            lock.unlock();
        }
    }

    /// Holds a machine that runs, with its link and network.
    void attach(Machine newMachine, String mac) {
        GuestLink newLink = rooms.openers().link(newMachine.linkSocket(), name(), observation);
        Gateway newGateway = rooms.openers().gateway(newMachine.netSocket(), mac, observation);
        lock.lock();
        try {
            machine = newMachine;
            link = newLink;
            gateway = newGateway;
        } finally {
            lock.unlock();
        }
        change(r ->
                withProcess(r, newMachine.process().pid(), newMachine.process().startTicks()));
    }

    /// Lets go of link, network and machine; the machine itself is not touched.
    void detach() {
        GuestLink oldLink;
        Gateway oldGateway;
        lock.lock();
        try {
            oldLink = link;
            oldGateway = gateway;
            link = null;
            gateway = null;
            machine = null;
        } finally {
            lock.unlock();
        }
        if (oldGateway != null) {
            oldGateway.close();
        }
        if (oldLink != null) {
            oldLink.close();
        }
        observation.quiet();
    }

    Optional<Machine> machine() {
        lock.lock();
        try {
            return Optional.ofNullable(machine);
        } finally {
            lock.unlock();
        }
    }

    /// The link of a running sandbox.
    ///
    /// @throws SandboxException when it does not run
    /// @throws GuestException when it runs and its agent does not answer
    GuestLink guest() throws SandboxException, GuestException {
        lock.lock();
        try {
            if (record.state() != SandboxState.RUNNING || link == null) {
                throw new SandboxException(
                        SandboxException.WRONG_STATE,
                        "sandbox %s is %s: expected it to be running"
                                .formatted(record.spec().name(), word(record.state())),
                        "Start it with `belljar start " + record.spec().name() + "`.");
            }
            if (link.state() != LinkState.UP) {
                throw new GuestException(
                        GuestException.UNREACHABLE,
                        "the guest agent of " + record.spec().name() + " does not answer; it is being reached again",
                        "If it does not come back, stop and start the sandbox: files on its disk are kept.",
                        null);
            }
            return link;
        } finally {
            lock.unlock();
        }
    }

    /// The link whatever the state, for workflows.
    Optional<GuestLink> anyLink() {
        lock.lock();
        try {
            return Optional.ofNullable(link);
        } finally {
            lock.unlock();
        }
    }

    /// The sandbox as the API shows it.
    Sandbox view(Acceleration acceleration) {
        SandboxRecord r = record();
        SandboxStatus status = new SandboxStatus(
                r.state(),
                r.since(),
                r.state() == SandboxState.CREATED || r.state() == SandboxState.STOPPED
                        ? List.of()
                        : requirements().list(),
                observation.gauges(),
                r.problem(),
                Guarantees.of(acceleration),
                observation.observed(),
                observation.journal().lastSeq());
        return new Sandbox(r.id(), r.spec(), status, acceleration, r.created(), r.branch(), r.base());
    }

    /// Lets go of everything without touching the machine.
    void close() {
        detach();
        indexer.close();
        observation.journal().close();
    }

    private void keep(SandboxRecord changed) {
        record = changed;
        try {
            rooms.catalog().keep(changed);
        } catch (CatalogException e) {
            // The state in memory goes on; what was not kept is reconciled with the running
            // processes at the next start.
            LOG.error("{}: its record could not be written", changed.spec().name(), e);
        }
    }

    static SandboxRecord withProcess(SandboxRecord r, @Nullable Long pid, @Nullable Long start) {
        return new SandboxRecord(
                r.id(),
                r.spec(),
                r.state(),
                r.since(),
                r.created(),
                r.branch(),
                r.base(),
                r.capture(),
                r.delivered(),
                r.imageKey(),
                pid,
                start,
                r.problem());
    }

    private SandboxException wrongState(SandboxState from, SandboxState to) {
        return new SandboxException(
                SandboxException.WRONG_STATE,
                "sandbox %s is %s and cannot become %s".formatted(record.spec().name(), word(from), word(to)),
                null);
    }

    static String word(SandboxState state) {
        return state.name().toLowerCase(java.util.Locale.ROOT);
    }
}
