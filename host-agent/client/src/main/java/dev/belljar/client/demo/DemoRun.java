package dev.belljar.client.demo;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.ChangeWaiter;
import dev.belljar.client.EventSubscription;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.network.ListFlows;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.sandbox.DestroySandbox;
import dev.belljar.contract.request.sandbox.ListProcesses;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.storage.DestroyResult;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runs the main task from end to end on the sample project. Each step reports what was observed; the first
/// one that fails ends the run.
public final class DemoRun {
    /// The states in which the start of a sandbox has ended.
    private static final Set<SandboxState> STARTED =
            Set.of(SandboxState.RUNNING, SandboxState.STOPPED, SandboxState.ERROR);

    private static final long EVENT_PATIENCE_MILLIS = 20_000;
    private static final String MARK = "belljar-demo-short-lived";
    private static final String BLOCKED_ADDRESS = "192.0.2.7";
    private static final String BLOCKED_NAME = "registry.example.com";

    private final AgentClient agent;
    private final Path sample;
    private final Consumer<DemoReport.DemoStep> listener;
    private final List<DemoReport.DemoStep> steps = new ArrayList<>();
    private @Nullable String created;

    /// Creates a demo on this host agent; `listener` receives each step when it ends.
    public DemoRun(AgentClient agent, Path sample, Consumer<DemoReport.DemoStep> listener) {
        this.agent = agent;
        this.sample = sample;
        this.listener = listener;
    }

    /// Runs the demo; with `keep` the sandbox and the copy of the project are not deleted.
    public DemoReport run(boolean keep) throws InterruptedException {
        String acceleration = "";
        try {
            SampleProject project = SampleProject.copyOf(sample);
            try {
                Sandbox sandbox = started(project);
                acceleration = sandbox.acceleration().label();
                work(sandbox, project);
            } finally {
                if (!keep) {
                    destroy();
                    project.close();
                }
            }
        } catch (DemoFailure | IOException e) {
            fail("demo", e);
        }
        return new DemoReport(
                !steps.isEmpty() && steps.stream().allMatch(DemoReport.DemoStep::ok), acceleration, steps);
    }

    private Sandbox started(SampleProject project) throws DemoFailure, InterruptedException {
        AtomicReference<Sandbox> running = new AtomicReference<>();
        step("machine", () -> {
            Sandbox made = agent.call(
                    SandboxApi.CREATE,
                    new CreateSandbox(project.folder().toString(), null, 1024, 2, 4096, null, false, true));
            created = made.id();
            Sandbox sandbox = await(made.id());
            running.set(sandbox);
            String kernel = new DemoGuest(agent, sandbox.id()).check("uname -sr; hostname");
            return "%s is running: %s".formatted(sandbox.spec().name(), kernel.replace("\n", ", host name "));
        });
        return running.get();
    }

    private void work(Sandbox sandbox, SampleProject project) throws DemoFailure, InterruptedException {
        DemoGuest guest = new DemoGuest(agent, sandbox.id());
        step("workspace", () -> {
            String status =
                    guest.check("git status --porcelain && git log -1 --format=%s && git branch --show-current");
            expect(status.equals("?? " + SampleProject.UNCOMMITTED + "\nCount words\nmain"), status);
            return "same as on the host: branch main, 1 uncommitted file (" + SampleProject.UNCOMMITTED + ")";
        });
        step("build", () -> lastLine(guest.check("make 2>&1")));
        step("test", () -> {
            String answer = lastLine(guest.check("make check 2>&1"));
            expect(answer.equals("3 passed, 0 failed"), answer);
            return answer;
        });
        step("process-seen", () -> shortLived(sandbox, guest));
        step("change", () -> {
            guest.check(
                    "sed -i 's/most frequent first/most frequent first, ties by name/' README.md && git add README.md"
                            + " && git -c user.name=agent -c user.email=agent@belljar.invalid commit -qm 'Say how ties are"
                            + " sorted'");
            return "commit " + guest.check("git log -1 --format='%h %s'");
        });
        step("file-seen", () -> fileSeen(sandbox, guest));
        step("blocked", () -> blocked(sandbox, guest));
        step("diff", () -> {
            List<FileChange> files =
                    agent.call(SandboxApi.DIFF.at(sandbox.id())).files();
            expect(
                    files.stream()
                            .anyMatch(f ->
                                    f.path().equals("README.md") && f.status().equals("M")),
                    files.toString());
            return files.stream().map(f -> f.status() + " " + f.path()).toList().toString();
        });
        step("sync", () -> sync(sandbox, project));
    }

    private String shortLived(Sandbox sandbox, DemoGuest guest)
            throws AgentException, DemoFailure, InterruptedException {
        guest.check("/bin/true " + MARK);
        long deadline = System.nanoTime() + EVENT_PATIENCE_MILLIS * 1_000_000;
        while (System.nanoTime() < deadline) {
            Optional<ProcessRow> seen =
                    agent.call(SandboxApi.PROCESSES.at(sandbox.id()), new ListProcesses(5_000)).rows().stream()
                            .filter(row -> row.argv().equals(List.of("/bin/true", MARK)) && row.ended() != null)
                            .findFirst();
            if (seen.isPresent()) {
                ProcessRow row = seen.get();
                Long ended = row.ended();
                return "pid %d ran for %d ms, exit code %s, in %s"
                        .formatted(row.pid(), ended == null ? -1 : ended - row.started(), row.code(), row.cwd());
            }
            Thread.sleep(100);
        }
        throw new DemoFailure("a short-lived process was not observed within 20 s");
    }

    private String fileSeen(Sandbox sandbox, DemoGuest guest) throws AgentException, DemoFailure, InterruptedException {
        CountDownLatch found = new CountDownLatch(1);
        AtomicReference<FileEvent> event = new AtomicReference<>();
        String path = "/workspace/src/seen.c";
        try (EventSubscription _ = agent.follow(sandbox.id(), 0, Set.of(EventType.FILE), batch -> {
            for (Event e : batch) {
                if (e instanceof FileEvent file && file.path().equals(path)) {
                    event.set(file);
                    found.countDown();
                }
            }
        })) {
            guest.check("echo '/* seen */' > src/seen.c");
            if (!found.await(EVENT_PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new DemoFailure("a write to the file " + path + " was not observed within 20 s");
            }
        }
        FileEvent seen = event.get();
        return "%s: %s by %s, pid %d"
                .formatted(path, seen.op().name().toLowerCase(java.util.Locale.ROOT), seen.comm(), seen.pid());
    }

    private String blocked(Sandbox sandbox, DemoGuest guest) throws AgentException, DemoFailure, InterruptedException {
        DemoGuest.CommandResult address = guest.run("curl -sS -m 20 http://" + BLOCKED_ADDRESS + "/");
        DemoGuest.CommandResult name = guest.run("curl -sS -m 20 https://" + BLOCKED_NAME + "/");
        expect(
                address.code() != 0 && name.code() != 0,
                "a connection that no rule allows was not blocked: " + address + " " + name);
        long deadline = System.nanoTime() + EVENT_PATIENCE_MILLIS * 1_000_000;
        List<FlowRow> flows = List.of();
        while (System.nanoTime() < deadline) {
            flows = agent.call(SandboxApi.FLOWS.at(sandbox.id()), new ListFlows(500))
                    .flows();
            boolean tried = flows.stream()
                    .anyMatch(f -> f.dst().equals(BLOCKED_ADDRESS + ":80") && f.verdict() == Verdict.REFUSED);
            boolean asked =
                    flows.stream().anyMatch(f -> BLOCKED_NAME.equals(f.name()) && f.verdict() == Verdict.REFUSED);
            if (tried && asked) {
                return "TCP connection to %s:80 blocked after %d ms, DNS query for %s blocked after %d ms, both recorded"
                        .formatted(BLOCKED_ADDRESS, address.millis(), BLOCKED_NAME, name.millis());
            }
            Thread.sleep(100);
        }
        throw new DemoFailure("the blocked connection and DNS query were not both recorded within 20 s: " + flows);
    }

    private String sync(Sandbox sandbox, SampleProject project)
            throws AgentException, DemoFailure, IOException, InterruptedException {
        String before = project.git("status", "--porcelain") + project.git("rev-parse", "HEAD");
        SyncPlan plan = agent.call(SyncApi.PLAN.at(sandbox.id()));
        expect(plan.commits().stream().anyMatch(c -> c.subject().equals("Say how ties are sorted")), plan.toString());
        SyncResult result = agent.call(SyncApi.ACCEPT.at(sandbox.id()), new AcceptSync(plan.commit(), List.of()));
        String readme = project.git("show", result.branch() + ":README.md");
        expect(readme.contains("ties by name"), readme);
        String after = project.git("status", "--porcelain") + project.git("rev-parse", "HEAD");
        expect(before.equals(after), "the working tree or HEAD was changed: " + after);
        return "%s on %s at %.10s, working tree and HEAD unchanged"
                .formatted(
                        result.files() == 1 ? "1 file" : result.files() + " files", result.branch(), result.commit());
    }

    private void destroy() throws DemoFailure, InterruptedException {
        String id = created;
        if (id == null) {
            return;
        }
        step("destroy", () -> {
            DestroyResult destroyed = agent.call(SandboxApi.DESTROY.at(id), new DestroySandbox(false));
            return destroyed.detail();
        });
    }

    private Sandbox await(String id) throws AgentException, DemoFailure, InterruptedException {
        Sandbox started = ChangeWaiter.await(
                listener -> agent.follow(id, 0, Set.of(EventType.STATE, EventType.GAP), listener), () -> {
                    Sandbox now = agent.call(SandboxApi.GET.at(id));
                    return STARTED.contains(now.status().state()) ? Optional.of(now) : Optional.empty();
                });
        if (started.status().state() != SandboxState.RUNNING) {
            Problem problem = started.status().problem();
            throw new DemoFailure(
                    "the sandbox did not start: " + (problem == null ? "it was stopped" : problem.detail()));
        }
        return started;
    }

    /// A step, which returns what it observed.
    private interface DemoCheck {
        String observe() throws AgentException, DemoFailure, IOException, InterruptedException;
    }

    private void step(String name, DemoCheck check) throws DemoFailure, InterruptedException {
        long begun = System.nanoTime();
        try {
            add(new DemoReport.DemoStep(name, true, millis(begun), check.observe()), begun);
        } catch (AgentException | IOException | DemoFailure e) {
            add(new DemoReport.DemoStep(name, false, millis(begun), String.valueOf(e.getMessage())), begun);
            throw new DemoFailure(name);
        }
    }

    private void add(DemoReport.DemoStep step, long begun) {
        DemoReport.DemoStep timed = new DemoReport.DemoStep(step.name(), step.ok(), millis(begun), step.evidence());
        steps.add(timed);
        listener.accept(timed);
    }

    private void fail(String name, Exception e) {
        // A failed step has been reported already; a failure between steps is reported here.
        if (steps.stream().allMatch(DemoReport.DemoStep::ok)) {
            add(new DemoReport.DemoStep(name, false, 0, String.valueOf(e.getMessage())), System.nanoTime());
        }
    }

    private static void expect(boolean holds, String seen) throws DemoFailure {
        if (!holds) {
            throw new DemoFailure("unexpected result: " + seen);
        }
    }

    private static String lastLine(String text) {
        return text.lines().reduce("", (a, b) -> b);
    }

    private static long millis(long begun) {
        return (System.nanoTime() - begun) / 1_000_000;
    }
}
