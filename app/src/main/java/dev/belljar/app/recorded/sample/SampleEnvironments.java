package dev.belljar.app.recorded.sample;

import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.EnvironmentChange;
import dev.belljar.contract.environment.EnvironmentItem;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentSection;
import dev.belljar.contract.environment.EnvironmentState;
import dev.belljar.contract.environment.FetchedName;
import dev.belljar.contract.environment.ProjectTemplate;
import dev.belljar.contract.environment.SetupReport;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.environment.TemplateLog;
import dev.belljar.contract.environment.TemplateState;
import dev.belljar.contract.request.environment.AcceptEnvironment;
import dev.belljar.contract.request.environment.RejectEnvironment;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The environment that recorded projects propose, its setup and its template: the proposal of `docs` has changed since
/// it was accepted, `atlas` proposes one for the first time, all others propose none.
public final class SampleEnvironments {
    private static final String FILE = ".belljar/machine.toml";
    private static final long ACCEPTED = Instant.parse("2026-11-21T09:08:12Z").toEpochMilli();
    private static final long BEGAN = ACCEPTED + 40_000;
    private static final long ENDED = BEGAN + 65_000;
    private static final String ANY = "lets every program in the sandbox reach any name below example.com at any time";
    private static final List<FetchedName> FETCHED = List.of(
            new FetchedName("registry.npmjs.org", 214, 310_000, 48_300_000),
            new FetchedName("deb.debian.org", 6, 20_000, 9_100_000));
    private static final String LOG = """
            == 1 of 3: Install nodejs 22
            Setting up nodejs (22.12.0) ...
            == 2 of 3: Install libpng-dev
            Setting up libpng-dev:amd64 (1.6.39-2) ...
            == 3 of 3: Run npm ci
            added 214 packages in 21s
            == The setup is complete
            """;

    private final Consumer<String> requests;
    private EnvironmentState docs = EnvironmentState.CHANGED;
    private EnvironmentState atlas = EnvironmentState.PROPOSED;
    private boolean running;

    /// Requests to change something go to `requests`.
    public SampleEnvironments(Consumer<String> requests) {
        this.requests = requests;
    }

    /// What a project proposes.
    public synchronized EnvironmentProposal proposal(String project) {
        if (project.endsWith("/docs")) {
            return proposal(project, docs, docsItems(docs == EnvironmentState.ACCEPTED), accepted(project));
        } else if (project.endsWith("/atlas")) {
            return proposal(
                    project, atlas, atlasItems(), atlas == EnvironmentState.ACCEPTED ? accepted(project) : null);
        }
        return new EnvironmentProposal(
                project, null, "", "", EnvironmentState.NONE, Environment.EMPTY, List.of(), List.of(), null, null);
    }

    private static EnvironmentProposal proposal(
            String project,
            EnvironmentState state,
            List<EnvironmentItem> items,
            @Nullable AcceptedEnvironment accepted) {
        return new EnvironmentProposal(
                project,
                FILE,
                "profiles = [\"node@22\"]\n",
                "d1" + state.name().toLowerCase(Locale.ROOT),
                state,
                Environment.EMPTY,
                items,
                List.of(),
                null,
                accepted);
    }

    private static AcceptedEnvironment accepted(String project) {
        Environment environment = new Environment(
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                new Environment.EnvironmentLimits(12_288, null, null),
                List.of(),
                List.of(),
                List.of());
        return new AcceptedEnvironment(project, FILE, "d0", ACCEPTED, environment, List.of(), List.of());
    }

    private static List<EnvironmentItem> docsItems(boolean same) {
        EnvironmentChange added = same ? EnvironmentChange.SAME : EnvironmentChange.ADDED;
        EnvironmentItem node = item("profile:node", EnvironmentSection.INSTALLS, "profile node 22", null, null)
                .compared(
                        same ? EnvironmentChange.SAME : EnvironmentChange.CHANGED,
                        same ? null : "profile node 20",
                        false);
        return List.of(
                node,
                item("apt:libpng-dev", EnvironmentSection.INSTALLS, "apt libpng-dev", null, null)
                        .compared(EnvironmentChange.SAME, null, false),
                item("npm:vitest", EnvironmentSection.INSTALLS, "npm vitest 3.2.4", null, null)
                        .compared(added, null, false),
                item("run:npm ci", EnvironmentSection.RUNS, "npm ci", null, null)
                        .compared(EnvironmentChange.SAME, null, false),
                item("name:*.example.com", EnvironmentSection.OPENS, "*.example.com", "at any time", ANY)
                        .compared(added, null, false),
                item("port:6006", EnvironmentSection.OPENS, "port 6006", null, null)
                        .compared(EnvironmentChange.ADDED, null, true),
                item("file:.env", EnvironmentSection.COPIES, ".env", "412 bytes", null)
                        .compared(EnvironmentChange.SAME, null, false),
                item("memory", EnvironmentSection.LIMITS, "memory 12 GiB", null, null)
                        .compared(EnvironmentChange.REMOVED, null, false));
    }

    private static List<EnvironmentItem> atlasItems() {
        return List.of(
                item("profile:python", EnvironmentSection.INSTALLS, "profile python 3.12", null, null),
                item("pip:ruff", EnvironmentSection.INSTALLS, "pip ruff 0.6.9", null, null),
                item("run:make setup", EnvironmentSection.RUNS, "make setup", null, null));
    }

    private static EnvironmentItem item(
            String id, EnvironmentSection section, String words, @Nullable String note, @Nullable String risk) {
        return new EnvironmentItem(id, section, EnvironmentChange.ADDED, words, null, note, risk, false);
    }

    /// Accepts a proposal.
    public synchronized EnvironmentProposal accept(AcceptEnvironment request) {
        requests.accept("accept environment without " + request.without() + " allowed " + request.allowed());
        return decided(request.project(), EnvironmentState.ACCEPTED);
    }

    /// Rejects a proposal.
    public synchronized EnvironmentProposal reject(RejectEnvironment request) {
        requests.accept("reject environment " + request.digest());
        return decided(request.project(), EnvironmentState.REJECTED);
    }

    private EnvironmentProposal decided(String project, EnvironmentState state) {
        if (project.endsWith("/atlas")) {
            atlas = state;
        } else {
            docs = state;
        }
        return proposal(project);
    }

    /// How the setup of a sandbox went.
    public synchronized SetupReport setup(String sandbox) {
        if (!sandbox.equals("sb-docs")) {
            return new SetupReport(null, null, "", true, List.of());
        }
        return new SetupReport(status(), "d0", LOG, true, FETCHED);
    }

    private SetupStatus status() {
        SetupStatus begun = SetupStatus.begun("d0", 3, BEGAN).at(2, "Install libpng-dev");
        return running ? begun : begun.at(3, "Run npm ci").ended(SetupState.DONE, ENDED, null, null);
    }

    /// Begins the setup of a sandbox.
    public synchronized SetupStatus beginSetup() {
        requests.accept("begin setup");
        running = true;
        return status();
    }

    /// Ends the setup of a sandbox.
    public synchronized SetupStatus cancelSetup() {
        requests.accept("cancel setup");
        running = false;
        return status();
    }

    /// The output of the setup in the last attempt to make a template.
    public TemplateLog templateLog() {
        return new TemplateLog(LOG, true);
    }

    /// The templates of projects.
    public List<ProjectTemplate> templates() {
        return List.of(new ProjectTemplate(
                "4f1c22a90b3e",
                "~/code/docs",
                TemplateState.READY,
                ENDED + 95_000,
                null,
                412_000_000,
                690_000_000,
                List.of("package-lock.json"),
                List.of("profile node 20", "apt libpng-dev"),
                FETCHED,
                null));
    }

    /// Begins to make a template again.
    public ProjectTemplate refreshTemplate() {
        requests.accept("refresh template");
        return templates().getFirst();
    }

    /// Removes a template.
    public void removeTemplate() {
        requests.accept("remove template");
    }
}
