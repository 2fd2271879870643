package dev.belljar.agent.template;

import dev.belljar.agent.sandbox.MachineIdentity;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.snapshot.ProjectTemplateStore;
import dev.belljar.agent.snapshot.StoredTemplate;
import dev.belljar.contract.environment.ProjectTemplate;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.environment.TemplateLog;
import dev.belljar.contract.environment.TemplateState;
import dev.belljar.contract.event.HostEvent.ChangeKind;
import dev.belljar.contract.event.TemplateChanged;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.environment.RefreshTemplate;
import dev.belljar.contract.text.FileErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes the templates of projects, one at a time: on request, and in the background after a sandbox was set up
/// without one. Lists and removes them, and keeps them within their limits.
///
/// An attempt that failed is not repeated by itself until the project changes or the host agent starts again.
public final class ProjectTemplateService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProjectTemplateService.class);
    /// The sandbox that was just set up is used first.
    private static final Duration QUIET = Duration.ofSeconds(20);
    private static final int MOST_ATTEMPTS = 50;

    private final PreparationTools tools;
    private final FittingTemplates fitting;
    private final Consumer<TemplateChanged> events;
    private final ReentrantLock one = new ReentrantLock();
    private final Map<Path, TemplateAttempt> attempts = new HashMap<>();
    private final Set<String> tried = ConcurrentHashMap.newKeySet();
    private boolean closed;

    public ProjectTemplateService(PreparationTools tools, FittingTemplates fitting, Consumer<TemplateChanged> events) {
        this.tools = tools;
        this.fitting = fitting;
        this.events = events;
    }

    /// Begins to delete the sandboxes in which a killed host agent was preparing templates; returns at once.
    public void sweep() {
        Thread _ = Thread.ofVirtual().name("template-sweep").start(this::deleteLeft);
    }

    private void deleteLeft() {
        try {
            for (String name : store().inPreparation()) {
                if (!inAttempt(name)) {
                    delete(name);
                }
            }
        } catch (IOException e) {
            LOG.warn("the sandboxes of unfinished templates cannot be listed: {}", FileErrors.reason(e));
        }
    }

    private void delete(String name) {
        SandboxRuntime left = tools.registry().all().stream()
                .filter(sandbox -> sandbox.name().equals(name))
                .findFirst()
                .orElse(null);
        if (left == null || tools.deletion().run(left)) {
            store().ended(name);
        }
    }

    private synchronized boolean inAttempt(String name) {
        return attempts.values().stream().anyMatch(each -> name.endsWith(each.id()));
    }

    /// A setup ended in a sandbox: without a template that fits, one is made for the next sandbox.
    public void setUp(SandboxRuntime sandbox, SetupStatus how) {
        if (!fitting.settings().automatic()
                || how.state() != SetupState.DONE
                || fitting.preparing(sandbox.name())
                || sandbox.record().machine().template() != null) {
            return;
        }
        Path project = sandbox.project();
        Optional<TemplateKey> key =
                fitting.key(project, sandbox.record().machine().imageKey());
        if (key.isEmpty()
                || store().withKey(key.get().value()).isPresent()
                || !tried.add(key.get().value())) {
            return;
        }
        try {
            ProjectTemplate _ = begin(project, QUIET);
        } catch (BelljarException e) {
            LOG.info("{}: no template is made: {}", project, e.getMessage());
        }
    }

    /// Begins to make the template of a project, also if there is one that fits; returns at once.
    ///
    /// @throws BelljarException when the project has nothing that a template could contain, or templates are off
    public ProjectTemplate refresh(RefreshTemplate request) throws BelljarException {
        if (!fitting.settings().on()) {
            throw new TemplateException(
                    TemplateException.OFF,
                    "templates are switched off on this computer",
                    "Start the host agent without BELLJAR_TEMPLATES=off and BELLJAR_PROJECT_TEMPLATES=off.");
        }
        return begin(project(request.project()), Duration.ZERO);
    }

    private static Path project(@Nullable String path) throws TemplateException {
        try {
            Path project = Path.of(path == null ? "" : path);
            if (project.isAbsolute() && Files.isDirectory(project)) {
                return project.normalize();
            }
        } catch (InvalidPathException e) {
            throw notFolder("the value");
        }
        throw notFolder(String.valueOf(path));
    }

    private static TemplateException notFolder(String what) {
        return new TemplateException(
                ProblemCode.BAD_REQUEST,
                "project \"%s\": expected the absolute path of an existing folder".formatted(what),
                null);
    }

    private synchronized ProjectTemplate begin(Path project, Duration delay) throws BelljarException {
        var _ = TemplatePreparation.lasting(fitting.accepted(), project);
        TemplateAttempt running = attempts.get(project);
        if (running != null && running.runs()) {
            return running.view();
        }
        if (closed) {
            throw new TemplateException(TemplateException.BUSY, "the host agent is stopping", null);
        }
        if (attempts.size() >= MOST_ATTEMPTS) {
            attempts.values().removeIf(each -> !each.runs());
        }
        TemplateAttempt attempt = new TemplateAttempt(MachineIdentity.freshId(), project, this::changed);
        attempts.put(project, attempt);
        attempt.start(delay, () -> make(project, attempt));
        return attempt.view();
    }

    private void make(Path project, TemplateAttempt attempt) throws BelljarException, InterruptedException {
        attempt.at("waiting until the template is created");
        one.lockInterruptibly();
        try {
            new TemplatePreparation(tools, fitting, project, attempt.id(), attempt).run();
            List<StoredTemplate> removed = new TemplateLimits(store(), fitting.settings()).apply(attempt.id());
            removed.forEach(each -> changed(ChangeKind.DELETED, view(each, TemplateState.OUTDATED)));
            sweepLayers();
            if (store().find(attempt.id()).isEmpty()) {
                throw new TemplateException(
                        TemplateException.NOT_MADE,
                        "the template needs more disk space than templates may use",
                        "BELLJAR_PROJECT_TEMPLATES_GIB sets how much they may use.");
            }
        } finally {
            one.unlock();
        }
        synchronized (this) {
            attempts.remove(project, attempt);
        }
        store().find(attempt.id()).ifPresent(made -> changed(ChangeKind.ADDED, view(made, TemplateState.READY)));
    }

    private void changed(ChangeKind change, ProjectTemplate template) {
        events.accept(new TemplateChanged(0, System.currentTimeMillis(), change, template));
    }

    /// The templates, those that are being made and those that could not be made, the newest first.
    public List<ProjectTemplate> list() {
        List<ProjectTemplate> all = new ArrayList<>();
        synchronized (this) {
            attempts.values().forEach(each -> all.add(each.view()));
        }
        for (StoredTemplate each : store().list()) {
            boolean fits = fitting.fits(
                    each.id(),
                    Path.of(each.project()),
                    fitting.imageKey(Path.of(each.project())).orElse(null));
            all.add(view(each, fits ? TemplateState.READY : TemplateState.OUTDATED));
        }
        return all;
    }

    private ProjectTemplate view(StoredTemplate each, TemplateState state) {
        boolean otherImage =
                !each.image().equals(fitting.imageKey(Path.of(each.project())).orElse(each.image()));
        String detail = state == TemplateState.READY
                ? null
                : otherImage
                        ? "the guest image has changed"
                        : "the environment, a lock file or a copied file has changed";
        ProjectTemplateStore.TemplateBytes bytes = store().bytes(each.id());
        return new ProjectTemplate(
                each.id(),
                each.project(),
                state,
                each.created(),
                store().used(each.id()),
                bytes.disk(),
                bytes.memory(),
                each.lockFiles(),
                each.installed(),
                each.fetched(),
                detail);
    }

    /// The output of the setup in the last attempt to make the template of a project.
    ///
    /// @throws BelljarException `template.not-found` if there was none
    public TemplateLog log(String path) throws BelljarException {
        Path project = project(path);
        TemplateLog attempted;
        synchronized (this) {
            TemplateAttempt attempt = attempts.get(project);
            attempted = attempt == null ? null : attempt.log();
        }
        if (attempted != null) {
            return attempted;
        }
        return store().list().stream()
                .filter(each -> each.project().equals(project.toString()))
                .findFirst()
                .map(each -> new TemplateLog(store().log(each.id()), true))
                .orElseThrow(() -> new TemplateException(
                        TemplateException.NOT_FOUND,
                        "project %s has no template".formatted(project),
                        "`belljar template refresh` makes one."));
    }

    /// Removes a template.
    ///
    /// @throws BelljarException `template.not-found` if there is none with this id
    public void remove(String id) throws BelljarException {
        ProjectTemplate gone = store().find(id)
                .map(each -> view(each, TemplateState.OUTDATED))
                .orElseThrow(() -> new TemplateException(
                        TemplateException.NOT_FOUND,
                        "no template has the id \"%s\"".formatted(id),
                        "`belljar template list` shows all templates."));
        boolean _ = store().remove(id);
        sweepLayers();
        changed(ChangeKind.DELETED, gone);
    }

    /// Deletes the layers that only removed templates needed; if that is not possible now, the next collection of
    /// unneeded files does.
    private void sweepLayers() {
        try {
            var _ = tools.layers().sweep(Set.of(), false);
        } catch (IOException e) {
            LOG.info("the layers of removed templates are deleted later: {}", e.getMessage());
        }
    }

    private ProjectTemplateStore store() {
        return fitting.store();
    }

    /// Ends the attempt that is under way, with everything it made.
    @Override
    public void close() {
        List<TemplateAttempt> running;
        synchronized (this) {
            closed = true;
            running = List.copyOf(attempts.values());
        }
        running.forEach(TemplateAttempt::close);
    }
}
