package dev.belljar.agent.template;

import dev.belljar.agent.environment.AcceptedEnvironments;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.setup.SetupFiles;
import dev.belljar.agent.setup.SetupService;
import dev.belljar.agent.snapshot.DiskLayers;
import dev.belljar.agent.snapshot.ProjectTemplateStore;
import dev.belljar.agent.snapshot.StoredTemplate;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.launch.MachineFiles;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.SetupReport;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.SandboxState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Makes the template of one project, in two machines.
///
/// In the first one, a sandbox that nobody else may use, the accepted environment is set up with its own network
/// rules: the network is closed except for what the setup may reach. Then that machine is ended, and its memory is
/// never saved: no process that the setup started, and nothing that it did to the kernel, is in the template. The
/// sandbox is deleted; only its disk goes on.
///
/// The second machine boots from that disk without a network, and is saved with its memory once it is idle. So
/// what runs in a template is what a restart of any sandbox with this setup would run, such as Docker. Identity,
/// keys, host name and clock are renewed when a sandbox starts from it, as for every template; the first machine
/// had no session and no key to log in with.
final class TemplatePreparation {
    private static final long TICK_MILLIS = 500;
    /// A setup begins soon after the start, and a machine whose disk is full waits at most this long, in ticks.
    private static final int PATIENCE = 120;

    private static final Duration INDEXED = Duration.ofSeconds(10);
    private static final String NO_CARD = "52:54:00:00:00:00";

    private final PreparationTools tools;
    private final FittingTemplates fitting;
    private final Path project;
    private final String id;
    private final PreparationProgress progress;

    /// Is told how far a preparation has come, and of the output of its setup.
    interface PreparationProgress {
        void at(String step);

        void log(String text, boolean complete);
    }

    TemplatePreparation(
            PreparationTools tools, FittingTemplates fitting, Path project, String id, PreparationProgress progress) {
        this.tools = tools;
        this.fitting = fitting;
        this.project = project;
        this.id = id;
        this.progress = progress;
    }

    /// Makes the template and stores it.
    ///
    /// @throws BelljarException when it could not be made; nothing of it remains
    void run() throws BelljarException, InterruptedException {
        Environment environment = lasting(fitting.accepted(), project);
        BootImage _ = tools.platform().images().await((percent, step) -> progress.at(step));
        String imageKey = fitting.imageKey(project).orElseThrow(() -> failed("the guest image is not ready"));
        BootImage image = tools.platform()
                .images()
                .withKey(imageKey)
                .orElseThrow(() -> failed("the image that the environment names is not imported any more"));
        TemplateKey key = key(environment, imageKey);
        ProjectTemplateStore store = fitting.store();
        try {
            FinishedSetup done = setUp(store);
            if (!key.equals(key(lasting(fitting.accepted(), project), imageKey))) {
                throw failed("the environment or a lock file changed while the template was being made");
            }
            StoredTemplate template = new StoredTemplate(
                    id,
                    key.value(),
                    project.toString(),
                    imageKey,
                    System.currentTimeMillis(),
                    done.limits(),
                    key.lockFiles(),
                    installed(environment),
                    done.report().fetched());
            progress.at("starting the machine again, without a network");
            try (DiskLayers.Hold _ = tools.layers().hold()) {
                store.save(
                        template,
                        done.report().log(),
                        shape(done.limits(), image),
                        new CleanWorkspace(tools.session()),
                        progress::at);
            }
        } finally {
            store.discard(id);
        }
    }

    /// The accepted environment of a project.
    ///
    /// @throws TemplateException when there is nothing of it that a template could contain
    static Environment lasting(AcceptedEnvironments accepted, Path project) throws BelljarException {
        AcceptedEnvironment environment = accepted.of(project)
                .orElseThrow(() -> new TemplateException(
                        TemplateException.NOTHING,
                        "project %s has no accepted environment".formatted(project),
                        "Describe it in .belljar/machine.toml and accept it with `belljar environment accept`."));
        if (!SetupService.lasts(environment.environment())) {
            throw new TemplateException(
                    TemplateException.NOTHING,
                    "the environment of project %s installs nothing and runs nothing".formatted(project),
                    null);
        }
        return environment.environment();
    }

    private TemplateKey key(Environment environment, String image) throws BelljarException {
        return TemplateKey.of(new SetupFiles(project, fitting.home()), environment, image);
    }

    private static TemplateException failed(String why) {
        return new TemplateException(
                TemplateException.NOT_MADE,
                "the template could not be made: " + why,
                "New sandboxes for the project are set up after they start, as if there were no template.");
    }

    /// What the setup left besides the disk: its report, and the limits of its machine.
    private record FinishedSetup(SetupReport report, MachineLimits limits) {}

    private FinishedSetup setUp(ProjectTemplateStore store) throws BelljarException, InterruptedException {
        String name = "template-" + id;
        SandboxRuntime sandbox = null;
        try {
            store.begin(name); // before the sandbox exists: the next host agent deletes it
            sandbox = created(name);
            progress.at("starting a clean machine");
            tools.sandboxes().start(sandbox.id());
            sandbox.workflow().await();
            requireStarted(sandbox);
            awaitSetup(sandbox);
            GuestLink link = sandbox.guest();
            link.syncDisks();
            end(sandbox);
            // What was fetched is complete once the end of each connection is in the index.
            boolean _ = sandbox.indexer()
                    .awaitApplied(sandbox.observation().journal().lastSeq(), INDEXED);
            SetupReport report = tools.setups().report(sandbox.id());
            Path overlay = new MachineFiles(sandbox.folder().resolve("disk"), sandbox.sockets()).overlay();
            store.takeDisk(id, overlay);
            return new FinishedSetup(report, sandbox.record().spec().limits());
        } catch (IOException e) {
            throw failed(String.valueOf(e.getMessage()));
        } finally {
            if (sandbox == null
                    || tools.deletion().run(sandbox)
                    || tools.registry().known(sandbox.id()) == null) {
                store.ended(name);
            }
        }
    }

    private SandboxRuntime created(String name) throws BelljarException, InterruptedException {
        boolean plainFolder = tools.registry().all().stream()
                .anyMatch(each ->
                        each.project().equals(project) && each.record().spec().plainFolder());
        CreateSandbox request =
                new CreateSandbox(project.toString(), name, null, null, null, NetworkMode.CLOSED, plainFolder, false);
        return tools.registry().find(tools.sandboxes().create(request).id());
    }

    private void requireStarted(SandboxRuntime sandbox) throws BelljarException {
        Problem problem = sandbox.record().problem();
        if (sandbox.state() != SandboxState.RUNNING) {
            throw failed(problem == null ? "its machine was stopped" : String.valueOf(problem.detail()));
        }
    }

    private void awaitSetup(SandboxRuntime sandbox) throws BelljarException, InterruptedException {
        int idle = 0;
        SetupStatus status = sandbox.record().setup();
        while (status == null || status.running()) {
            boolean stands = status == null || sandbox.observation().pauseReason() != null;
            idle = stands ? idle + 1 : 0;
            if (idle > PATIENCE) {
                throw failed(status == null ? "the setup did not begin" : "the disk of this computer is full");
            }
            requireStarted(sandbox);
            if (status != null) {
                progress.at("setting up, step %d of %d: %s".formatted(status.step(), status.steps(), status.label()));
            }
            Thread.sleep(TICK_MILLIS);
            status = sandbox.record().setup();
        }
        SetupReport report = tools.setups().report(sandbox.id());
        progress.log(report.log(), report.complete());
        if (status.state() != SetupState.DONE) {
            throw failed(status.detail() == null ? "the setup was not completed" : status.detail());
        }
    }

    /// Ends the machine like a power cut, after its disk was synced.
    private void end(SandboxRuntime sandbox) throws BelljarException, InterruptedException {
        tools.sandboxes().stopNow(sandbox.id());
        sandbox.workflow().await();
        if (sandbox.runs()) {
            throw failed("the machine in which the setup ran could not be stopped");
        }
    }

    /// The shape of the machine; its files are chosen where it is saved.
    private MachineSpec shape(MachineLimits limits, BootImage image) {
        Path none = Path.of("/");
        return new MachineSpec(
                id,
                "belljar",
                none,
                none,
                limits,
                image,
                tools.platform().probe().cached(),
                NO_CARD);
    }

    /// What the environment installs, in words.
    private static List<String> installed(Environment environment) {
        List<String> words = new ArrayList<>();
        environment.profiles().forEach(profile -> {
            String version = environment.version(profile);
            words.add("profile " + profile.name().toLowerCase(Locale.ROOT) + (version == null ? "" : " " + version));
        });
        environment.packages().forEach(wanted -> {
            String version = wanted.version() == null ? "" : " " + wanted.version();
            words.add(wanted.manager().name().toLowerCase(Locale.ROOT) + " " + wanted.name() + version);
        });
        return words;
    }
}
