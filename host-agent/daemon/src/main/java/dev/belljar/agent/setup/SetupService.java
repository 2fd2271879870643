package dev.belljar.agent.setup;

import dev.belljar.agent.catalog.MachineRecord;
import dev.belljar.agent.environment.AcceptedEnvironments;
import dev.belljar.agent.index.EventIndex;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.snapshot.ProjectTemplates;
import dev.belljar.agent.status.HostFigures;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.FetchedName;
import dev.belljar.contract.environment.SetupReport;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.sandbox.SandboxState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sets up the accepted environments of projects in their sandboxes: by itself after the first start, and again
/// when asked. A sandbox is given by its id or name.
///
/// A setup runs while the sandbox is in use and never changes its state. At most one runs in a sandbox at a
/// time.
public final class SetupService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SetupService.class);
    private static final int MOST_FLOWS = 100_000;
    private static final Duration CANCEL_LIMIT = Duration.ofSeconds(20);

    private final SandboxRegistry registry;
    private final EventIndex index;
    private final AcceptedEnvironments accepted;
    private final SetupTools tools;
    private final ProjectTemplates templates;
    private final Path data;
    private volatile SetupListener listener = (_, _) -> {};
    private final Map<String, SetupRun> running = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /// Is told of each setup that ended.
    public interface SetupListener {
        void ended(SandboxRuntime sandbox, SetupStatus how);
    }

    /// `data` is the folder whose disk the sandboxes use.
    public SetupService(
            SandboxRegistry registry,
            EventIndex index,
            AcceptedEnvironments accepted,
            SetupTools tools,
            ProjectTemplates templates,
            Path data) {
        this.registry = registry;
        this.index = index;
        this.accepted = accepted;
        this.tools = tools;
        this.templates = templates;
        this.data = data;
    }

    /// Tells this listener of each setup that ends from now on.
    public void tell(SetupListener told) {
        listener = told;
    }

    /// True if setting up this environment installs or runs something.
    ///
    /// @throws SetupException when it is not valid
    public static boolean lasts(Environment environment) throws SetupException {
        return SetupPlan.of(environment).lasts();
    }

    /// The request with the limits of the project's accepted environment where it asks for none.
    public CreateSandbox withDefaults(Path project, CreateSandbox request) throws BelljarException {
        Optional<AcceptedEnvironment> environment = accepted.of(project);
        return environment.isEmpty()
                ? request
                : HostFigures.required(data)
                        .withDefaults(request, environment.get().environment().limits());
    }

    /// Begins to set up the environment of a sandbox that has just started, unless that was begun before: after
    /// a setup that was not completed, the user decides when it runs again.
    public void started(SandboxRuntime sandbox) {
        if (sandbox.record().setup() != null) {
            return;
        }
        try {
            Optional<AcceptedEnvironment> environment = accepted.of(sandbox.project());
            if (environment.isPresent()) {
                begin(sandbox, environment.get(), firstPlan(sandbox, environment.get()));
            }
        } catch (BelljarException e) {
            LOG.warn("{}: its environment is not set up: {}", sandbox.name(), e.getMessage());
            long now = System.currentTimeMillis();
            SetupRun.record(
                    sandbox,
                    SetupStatus.begun("", 0, now)
                            .ended(
                                    SetupState.FAILED,
                                    now,
                                    null,
                                    PackageArguments.shown(String.valueOf(e.getMessage()))));
        }
    }

    /// Begins to set up the accepted environment in a running sandbox, also if it was set up before; returns at
    /// once.
    ///
    /// @throws SetupException when there is none, it is not valid, or a setup runs already
    public SetupStatus begin(String id) throws BelljarException {
        SandboxRuntime sandbox = registry.find(id);
        if (sandbox.state() != SandboxState.RUNNING) {
            throw sandbox.notRunning();
        }
        AcceptedEnvironment environment = accepted.of(sandbox.project())
                .orElseThrow(() -> new SetupException(
                        SetupException.NONE,
                        "the project of sandbox %s has no accepted environment".formatted(sandbox.name()),
                        "Describe it in .belljar/machine.toml and accept it."));
        return begin(sandbox, environment, SetupPlan.of(environment.environment()));
    }

    /// What a template of the project contains is not set up again, unless it no longer is what was accepted.
    private SetupPlan firstPlan(SandboxRuntime sandbox, AcceptedEnvironment environment) throws SetupException {
        MachineRecord machine = sandbox.record().machine();
        String template = machine.template();
        return template != null && templates.fits(template, sandbox.project(), machine.imageKey())
                ? SetupPlan.inTemplate(environment.environment())
                : SetupPlan.of(environment.environment());
    }

    private SetupStatus begin(SandboxRuntime sandbox, AcceptedEnvironment environment, SetupPlan plan)
            throws BelljarException {
        SetupRun run = new SetupRun(sandbox, environment, plan, tools);
        if (running.putIfAbsent(sandbox.id(), run) != null) {
            throw new SetupException(
                    SetupException.RUNNING,
                    "the setup of sandbox %s is already running".formatted(sandbox.name()),
                    "Wait until it ends, or cancel it.");
        }
        if (closed) {
            running.remove(sandbox.id(), run);
            throw new SandboxException(SandboxException.WRONG_STATE, "the host agent is stopping", null);
        }
        SetupStatus begun = run.begin();
        Thread _ = Thread.ofVirtual().name(sandbox.name() + " setup").start(() -> {
            SetupStatus last = run.run();
            running.remove(sandbox.id(), run);
            run.ended().complete(last);
            listener.ended(sandbox, last);
        });
        return begun;
    }

    /// Ends the running setup of a sandbox, and returns when it has ended.
    ///
    /// @throws SetupException when none runs
    public SetupStatus cancel(String id) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        SetupRun run = running.get(sandbox.id());
        if (run == null) {
            throw new SetupException(
                    SetupException.NOT_RUNNING, "no setup is running in sandbox %s".formatted(sandbox.name()), null);
        }
        run.end(SetupState.CANCELLED, "it was cancelled");
        return await(run)
                .orElseThrow(() -> new SetupException(
                        SetupException.RUNNING,
                        "the setup of sandbox %s has not ended yet".formatted(sandbox.name()),
                        null));
    }

    private static Optional<SetupStatus> await(SetupRun run) throws InterruptedException {
        try {
            return Optional.of(run.ended().get(CANCEL_LIMIT.toSeconds(), TimeUnit.SECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /// How the setup went, the end of its log, and what it fetched.
    public SetupReport report(String id) throws BelljarException {
        SandboxRuntime sandbox = registry.find(id);
        SetupStatus status = sandbox.record().setup();
        String digest =
                accepted.of(sandbox.project()).map(AcceptedEnvironment::digest).orElse(null);
        SetupLog.LogTail log = new SetupLog(sandbox.folder()).tail();
        List<FetchedName> fetched = new ArrayList<>();
        if (status != null) {
            Long ended = status.ended();
            long until = ended == null ? System.currentTimeMillis() : ended;
            fetched.addAll(FetchedNames.of(index.flowsBegun(sandbox.id(), status.began(), until, MOST_FLOWS)));
        }
        return new SetupReport(status, digest, log.text(), log.complete(), fetched);
    }

    /// Interrupts the setup of a sandbox whose machine is about to end, if one runs; returns at once.
    public void stopping(SandboxRuntime sandbox) {
        SetupRun run = running.get(sandbox.id());
        if (run != null) {
            run.end(SetupState.INTERRUPTED, "the sandbox was stopped");
        }
    }

    /// Records that the setup of a sandbox ended with the host agent that ran it.
    public void recover(SandboxRuntime sandbox) {
        SetupStatus left = sandbox.record().setup();
        if (left != null && left.running()) {
            SetupRun.record(
                    sandbox,
                    left.ended(SetupState.INTERRUPTED, System.currentTimeMillis(), null, "the host agent was stopped"));
        }
    }

    /// Interrupts the running setups.
    @Override
    public void close() {
        closed = true;
        List<SetupRun> left = List.copyOf(running.values());
        left.forEach(run -> run.end(SetupState.INTERRUPTED, "the host agent was stopped"));
        try {
            for (SetupRun run : left) {
                Optional<SetupStatus> _ = await(run);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
