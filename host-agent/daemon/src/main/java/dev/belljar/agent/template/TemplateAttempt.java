package dev.belljar.agent.template;

import dev.belljar.contract.environment.ProjectTemplate;
import dev.belljar.contract.environment.TemplateLog;
import dev.belljar.contract.environment.TemplateState;
import dev.belljar.contract.event.HostEvent.ChangeKind;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.text.VisibleText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One attempt to make the template of a project, on its own thread, and how far it has come.
final class TemplateAttempt implements TemplatePreparation.PreparationProgress, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TemplateAttempt.class);

    private final String id;
    private final Path project;
    private final BiConsumer<ChangeKind, ProjectTemplate> listener;
    private final long began = System.currentTimeMillis();
    private TemplateState state = TemplateState.PREPARING;
    private String detail = "";
    private @Nullable TemplateLog log;
    private @Nullable Thread thread;

    /// The work of the attempt.
    interface AttemptSteps {
        void run() throws BelljarException, InterruptedException;
    }

    TemplateAttempt(String id, Path project, BiConsumer<ChangeKind, ProjectTemplate> listener) {
        this.id = id;
        this.project = project;
        this.listener = listener;
    }

    /// The id that the template will have.
    String id() {
        return id;
    }

    /// Begins the work after this time; returns at once.
    synchronized void start(Duration delay, AttemptSteps work) {
        detail = "waiting while the newly set up sandbox starts its work";
        thread = Thread.ofVirtual().name("template-" + id).start(() -> attempt(delay, work));
    }

    private void attempt(Duration delay, AttemptSteps work) {
        try {
            Thread.sleep(delay);
            work.run();
        } catch (BelljarException e) {
            LOG.warn("{}: its template could not be made: {}", project, e.getMessage());
            failed(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            failed("the host agent was stopped");
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // The top of a virtual thread: the attempt must not be shown as running after an error.
            LOG.error("{}: making its template failed", project, e);
            failed("the host agent failed: " + e);
        }
    }

    private void failed(String why) {
        synchronized (this) {
            state = TemplateState.FAILED;
            detail = VisibleText.line(why);
        }
        listener.accept(ChangeKind.CHANGED, view());
    }

    /// True until it has failed; a template that was made has no attempt any more.
    synchronized boolean runs() {
        return state == TemplateState.PREPARING;
    }

    /// The template as far as it has come.
    synchronized ProjectTemplate view() {
        return new ProjectTemplate(
                id, project.toString(), state, began, null, 0, 0, List.of(), List.of(), List.of(), detail);
    }

    /// The output of the setup; null if it has not ended.
    synchronized @Nullable TemplateLog log() {
        return log;
    }

    @Override
    public void at(String step) {
        synchronized (this) {
            if (step.equals(detail)) {
                return;
            }
            detail = step;
        }
        listener.accept(ChangeKind.CHANGED, view());
    }

    @Override
    public synchronized void log(String text, boolean complete) {
        log = new TemplateLog(text, complete);
    }

    /// Ends the work and waits until it has deleted what it made.
    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            running = thread;
        }
        if (running != null) {
            running.interrupt();
            try {
                running.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
