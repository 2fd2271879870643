package dev.belljar.bench.group;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.EventSubscription;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.ProcOp;
import dev.belljar.contract.operation.SandboxApi;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// Measures `observe.processes_lost` of 10,000 short processes (must be 0) and `observe.events_per_s` from the
/// guest's kernel to a client of the API.
public final class ObserveBenchmark implements Benchmark {
    private static final int STORM = 10_000;
    private static final String MARK = "belljar-storm";
    private static final int LIMIT_SECONDS = 900;
    /// `xargs` runs one short process for each number, as fast as the guest can.
    private static final String SCRIPT = "seq " + STORM + " | sed s/^/" + MARK + "-/ | xargs -n 1 -P 2 /bin/true";

    @Override
    public String group() {
        return "observe";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        try (BenchMachine machine = BenchMachine.start(agent)) {
            EventTally tally = new EventTally();
            long after = agent.call(SandboxApi.GET.at(machine.id())).status().lastSeq();
            try (EventSubscription _ = agent.follow(machine.id(), after, Set.of(EventType.PROC), tally::add)) {
                long begun = System.nanoTime();
                machine.script("agent", SCRIPT);
                tally.await(STORM, LIMIT_SECONDS);
                double seconds = (System.nanoTime() - begun) / 1e9;
                report.accept(BenchmarkFigure.of("observe.processes_lost", "processes", STORM - tally.complete()));
                report.accept(BenchmarkFigure.of("observe.events_per_s", "1/s", tally.events.get() / seconds));
            }
        }
    }

    /// Checks that the program and the end of each short process were observed exactly once.
    private static final class EventTally {
        private final AtomicLong events = new AtomicLong();
        private final Set<String> programs = new HashSet<>();
        private final Set<String> open = new HashSet<>();
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private int complete;

        void add(List<Event> batch) {
            lock.lock();
            try {
                batch.forEach(this::count);
                events.addAndGet(batch.size());
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        int complete() {
            lock.lock();
            try {
                return complete;
            } finally {
                lock.unlock();
            }
        }

        void await(int expected, int seconds) throws InterruptedException {
            long left = TimeUnit.SECONDS.toNanos(seconds);
            long quiet = TimeUnit.SECONDS.toNanos(20);
            lock.lock();
            try {
                long before = -1;
                while (complete < expected && left > 0 && quiet > 0) {
                    long waited = changed.awaitNanos(TimeUnit.SECONDS.toNanos(1));
                    long passed = TimeUnit.SECONDS.toNanos(1) - Math.max(0, waited);
                    left -= passed;
                    quiet = events.get() == before ? quiet - passed : TimeUnit.SECONDS.toNanos(20);
                    before = events.get();
                }
            } finally {
                lock.unlock();
            }
        }

        private void count(Event event) {
            if (event instanceof ProcEvent proc && proc.op() == ProcOp.EXEC && marked(proc)) {
                if (programs.add(proc.argv().get(1))) {
                    open.add(proc.pid() + " " + proc.start());
                }
            }
            if (event instanceof ProcEvent proc
                    && proc.op() == ProcOp.EXIT
                    && open.remove(proc.pid() + " " + proc.start())) {
                complete++;
            }
        }

        private static boolean marked(ProcEvent proc) {
            return proc.argv().size() == 2 && proc.argv().get(1).startsWith(MARK + "-");
        }
    }
}
