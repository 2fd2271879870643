package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.request.storage.CollectGarbage;
import dev.belljar.contract.request.storage.EmptyTrash;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/// Kills the host agent at successive random points: starts an operation, kills the host agent during it, starts
/// a new host agent, and checks everything.
final class KillPoint {
    private static final double A_BIT_MORE = 1.15;
    private static final int EVENTS = 300;
    private static final long GOES_SECONDS = 60;

    private final AgentUnderTest agent;
    private final Random random;
    private final KeptPromises promises;
    private final KillActions actions;
    private final LeftoverCheck leftovers;
    private final Map<KillAction, Long> usual = new EnumMap<>(KillAction.class);
    private String words = "";

    KillPoint(AgentUnderTest agent, Random random, KeptPromises promises, KillActions actions) {
        this.agent = agent;
        this.random = random;
        this.promises = promises;
        this.actions = actions;
        this.leftovers = new LeftoverCheck(agent);
    }

    /// The action, and when it was interrupted.
    @Override
    public String toString() {
        return words;
    }

    void run() throws Exception {
        KillAction[] all = KillAction.values();
        KillAction action = all[random.nextInt(all.length)];
        words = action + ", prepared";
        KillActions.Prepared prepared = actions.prepare(action);
        for (String id : running()) {
            promises.work(new RunningMachine(agent, id));
        }
        long delay = (long)
                (random.nextDouble() * A_BIT_MORE * usual.getOrDefault(action, action.usualMillis()) * 1_000_000);
        words = "%s of \"%s\", killed after %,d ms".formatted(action, prepared.subject(), delay / 1_000_000);
        List<Event> heard = killedDuring(action, prepared, delay);
        agent.start();
        awaitSteady();
        promises.reconcile(action, prepared.subject());
        assertSameEvents(prepared.subject(), heard);
        everyMachineCanBeUsed();
        nothingIsLeftOver();
    }

    private List<Event> killedDuring(KillAction action, KillActions.Prepared prepared, long delay) throws Exception {
        List<Event> heard = new CopyOnWriteArrayList<>();
        String subject = listed(prepared.subject()) ? prepared.subject() : "";
        long from = subject.isEmpty() ? 0 : lastSeq(subject) - EVENTS;
        try (var _ =
                subject.isEmpty() ? null : agent.client().follow(subject, Math.max(0, from), Set.of(), heard::addAll)) {
            CompletableFuture<Long> done = inBackground(prepared.ready());
            long begun = System.nanoTime();
            TimeUnit.NANOSECONDS.sleep(delay);
            boolean answered = done.isDone();
            agent.kill();
            Long took = done.handle((millis, refused) -> refused == null ? millis : Long.valueOf(-1))
                    .get(GOES_SECONDS, TimeUnit.SECONDS);
            adjustDuration(action, took, (System.nanoTime() - begun) / 1_000_000);
            words += answered ? (took < 0 ? " (was refused)" : " (was done)") : "";
            refusal(done).ifPresent(refused -> {
                if (answered) {
                    throw new AssertionError("refused before it was killed: " + refused, refused);
                }
            });
        }
        return List.copyOf(heard);
    }

    private static java.util.Optional<Throwable> refusal(CompletableFuture<Long> done) {
        return done.isCompletedExceptionally()
                ? java.util.Optional.of(done.exceptionNow())
                : java.util.Optional.empty();
    }

    private void adjustDuration(KillAction action, long took, long lasted) {
        long before = usual.getOrDefault(action, action.usualMillis());
        usual.put(action, took >= 0 ? (before + 3 * took) / 4 : Math.max(before, lasted));
    }

    private static CompletableFuture<Long> inBackground(KillActions.Ready ready) {
        CompletableFuture<Long> done = new CompletableFuture<>();
        Thread.ofVirtual().name("does").start(() -> {
            long begun = System.nanoTime();
            try {
                ready.run();
                done.complete((System.nanoTime() - begun) / 1_000_000);
            } catch (Exception | AssertionError e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    /// Waits until the host agent has finished the starts and stops that it resumes.
    private void awaitSteady() throws InterruptedException {
        Set<SandboxState> moving = Set.of(SandboxState.STARTING, SandboxState.STOPPING);
        RunningMachine.awaitBoot(() -> agent.client().call(SandboxApi.LIST).stream()
                .noneMatch(sandbox -> moving.contains(sandbox.status().state())));
    }

    /// Checks that the events that a client received equal those in the journal.
    private void assertSameEvents(String subject, List<Event> heard) throws Exception {
        if (heard.isEmpty() || !listed(subject)) {
            return;
        }
        long last = heard.getLast().seq();
        List<Event> again = new CopyOnWriteArrayList<>();
        try (var _ = agent.client().follow(subject, heard.getFirst().seq() - 1, Set.of(), again::addAll)) {
            RunningMachine.await(() -> !again.isEmpty() && again.getLast().seq() >= last);
        }
        List<Event> then = new ArrayList<>(again);
        then.removeIf(event -> event.seq() > last);
        assertThat(then).as("the events of %s", subject).isEqualTo(heard);
    }

    private void everyMachineCanBeUsed() throws Exception {
        for (String id : running()) {
            RunningMachine machine = new RunningMachine(agent, id);
            RunningMachine.await(() -> machine.exec("true").code() != null);
            promises.verify(machine);
        }
    }

    private void nothingIsLeftOver() throws Exception {
        Awaitility.await()
                .atMost(Duration.ofSeconds(GOES_SECONDS))
                .untilAsserted(() ->
                        assertThat(leftovers.found()).as("what is left over").isEmpty());
    }

    private List<String> running() throws Exception {
        return agent.client().call(SandboxApi.LIST).stream()
                .filter(sandbox -> sandbox.status().state() == SandboxState.RUNNING)
                .map(Sandbox::id)
                .toList();
    }

    private boolean listed(String id) throws Exception {
        return agent.client().call(SandboxApi.LIST).stream()
                .anyMatch(sandbox -> sandbox.id().equals(id));
    }

    private long lastSeq(String id) throws Exception {
        return agent.client().call(SandboxApi.GET.at(id)).status().lastSeq();
    }

    /// Checks that all sandboxes and snapshots can still be used, and that nothing remains after all of them
    /// are deleted.
    void end() throws Exception {
        words = "at the end";
        for (Sandbox sandbox : agent.client().call(SandboxApi.LIST)) {
            if (sandbox.status().state() != SandboxState.RUNNING) {
                actions.makeRoom(sandbox.id());
                actions.start(sandbox.id());
            }
            promises.verify(new RunningMachine(agent, sandbox.id()));
            actions.stop(sandbox.id(), true);
        }
        assertBranchesContainTheSavedWork();
        for (Sandbox sandbox : agent.client().call(SandboxApi.LIST)) {
            actions.destroy(sandbox.id());
            promises.reconcile(KillAction.DESTROY, sandbox.id());
        }
        assertThat(uselessLayers()).as("useless layers").isEmpty();
        for (String snapshot : promises.snapshots()) {
            promises.released(snapshot);
            agent.client().call(SnapshotApi.DELETE.at(snapshot));
        }
        agent.client().call(StorageApi.EMPTY_TRASH, new EmptyTrash(true));
        assertThat(uselessLayers()).as("useless layers").isEmpty();
        nothingIsLeftOver();
    }

    private void assertBranchesContainTheSavedWork() throws Exception {
        int branches = 0;
        for (String snapshot : promises.snapshots().stream().sorted().toList()) {
            if (branches++ < 3) {
                Sandbox branch = agent.client()
                        .call(
                                SnapshotApi.BRANCH.at(snapshot),
                                new dev.belljar.contract.request.sandbox.BranchSandbox(null, 1))
                        .getFirst();
                promises.made(branch);
                RunningMachine machine = new RunningMachine(agent, branch.id());
                machine.awaitState(SandboxState.RUNNING);
                promises.verify(machine);
                actions.destroy(branch.id());
                promises.reconcile(KillAction.DESTROY, branch.id());
            }
        }
    }

    private Set<String> uselessLayers() throws Exception {
        RunningMachine.await(() -> agent.client()
                        .call(StorageApi.COLLECT, new CollectGarbage(false))
                        .kept()
                == null);
        return leftovers.uselessLayers();
    }

    /// The end of the host agent's log, for the report of a failure.
    @Nullable
    String log() {
        try {
            String log = agent.words();
            return log.substring(Math.max(0, log.length() - 12_000));
        } catch (java.io.IOException e) {
            return null;
        }
    }
}
