package dev.belljar.app.sandbox;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.event.CommitMade;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.SandboxEvent;
import dev.belljar.contract.event.SetupChanged;
import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Describes the events of a sandbox itself in sentences; for an unknown kind of event it returns the event's
/// name and detail.
final class LogText {
    private static final Texts TEXTS = Texts.of(LogText.class);

    private LogText() {}

    /// The texts of a start's step: while it runs, and once it is done.
    private record StepTexts(String doing, String done) {}

    /// Describes a note.
    static String of(SandboxEvent e) {
        String name = e.name() == null ? "" : e.name();
        String detail = e.detail() == null ? "" : e.detail();
        return switch (e.op()) {
            case "note" -> note(name, detail);
            case "salvage" -> salvage(name, detail);
            default -> joined(name, detail);
        };
    }

    /// Describes what happened; empty for what the log does not show.
    static Optional<String> of(HostEvent event) {
        return switch (event) {
            case HostEvent.StateChanged e ->
                e.from() == e.to() ? Optional.empty() : Optional.of(state(e.to(), detail(e.detail())));
            case HostEvent.StepChanged e ->
                Optional.of(joined(step(e.step()), detail(e.step().detail())));
            case HostEvent.WorkSynced e ->
                switch (e.work()) {
                    case ACCEPTED -> Optional.of(TEXTS.get("log.sync", detail(e.detail())));
                    case PUSHED -> Optional.of(TEXTS.get("log.push", detail(e.detail())));
                    case FETCHED -> Optional.empty();
                };
            case CommitMade e ->
                Optional.of(TEXTS.get(
                        "log.commit",
                        e.commit().substring(0, Math.min(10, e.commit().length())),
                        e.subject(),
                        e.author()));
            case HostEvent.SnapshotChanged e ->
                e.change() == HostEvent.ChangeKind.ADDED
                        ? Optional.of(joined(TEXTS.get("log.snapshot"), detail(e.detail())))
                        : Optional.empty();
            case HostEvent.PortChanged e -> Optional.of(detail(e.detail()));
            case SetupChanged e -> Optional.of(setup(e.setup()));
            case HostEvent.ConsoleLine e -> Optional.of(e.line());
            case HostEvent.LimitReached e -> Optional.of(joined(e.detail(), detail(e.hint())));
            default -> Optional.empty();
        };
    }

    private static String setup(SetupStatus setup) {
        return switch (setup.state()) {
            case RUNNING ->
                setup.step() == 0
                        ? TEXTS.get("log.setup.begun")
                        : TEXTS.get("log.setup.step", setup.step(), setup.steps(), setup.label());
            case DONE -> TEXTS.get("log.setup.done");
            case FAILED -> joined(TEXTS.get("log.setup.failed"), detail(setup.detail()));
            case CANCELLED -> TEXTS.get("log.setup.cancelled");
            case INTERRUPTED -> joined(TEXTS.get("log.setup.interrupted"), detail(setup.detail()));
        };
    }

    private static String detail(@Nullable String detail) {
        return detail == null ? "" : detail;
    }

    static String of(GapEvent e) {
        return switch (e.op()) {
            case "begin" -> TEXTS.get("log.gap.begin", e.reason());
            case "end" -> TEXTS.get("log.gap.end", e.reason());
            default -> TEXTS.get("log.gap.lost", e.count(), e.reason());
        };
    }

    private static String state(SandboxState to, String detail) {
        if (to == SandboxState.RUNNING && !detail.isEmpty()) {
            return TEXTS.get("log.state.running.detail", detail);
        }
        String state = switch (to) {
            case CREATED -> TEXTS.get("log.state.created");
            case STARTING -> TEXTS.get("log.state.starting");
            case RUNNING -> TEXTS.get("log.state.running");
            case STOPPING -> TEXTS.get("log.state.stopping");
            case STOPPED -> TEXTS.get("log.state.stopped");
            case ERROR -> TEXTS.get("log.state.error");
            case DESTROYED -> TEXTS.get("log.state.destroyed");
        };
        return joined(state, detail);
    }

    private static String step(Requirement requirement) {
        StepTexts step = step(requirement.name());
        Integer percent = requirement.percent();
        return switch (requirement.state()) {
            case MET -> step.done();
            case FAILED -> TEXTS.get("log.step.failed", step.doing());
            default -> percent == null ? step.doing() : TEXTS.get("log.step.percent", step.doing(), percent);
        };
    }

    private static StepTexts step(String name) {
        return switch (name) {
            case "image" -> new StepTexts(TEXTS.get("log.step.image.doing"), TEXTS.get("log.step.image.done"));
            case "acceleration" ->
                new StepTexts(TEXTS.get("log.step.acceleration.doing"), TEXTS.get("log.step.acceleration.done"));
            case "capture" -> new StepTexts(TEXTS.get("log.step.capture.doing"), TEXTS.get("log.step.capture.done"));
            case "machine" -> new StepTexts(TEXTS.get("log.step.machine.doing"), TEXTS.get("log.step.machine.done"));
            case "guest" -> new StepTexts(TEXTS.get("log.step.guest.doing"), TEXTS.get("log.step.guest.done"));
            case "identity" -> new StepTexts(TEXTS.get("log.step.identity.doing"), TEXTS.get("log.step.identity.done"));
            case "project" -> new StepTexts(TEXTS.get("log.step.project.doing"), TEXTS.get("log.step.project.done"));
            default -> new StepTexts(name, name);
        };
    }

    private static String note(String name, String detail) {
        return switch (name) {
            case "created" -> TEXTS.get("log.note.created", detail);
            case "restored" -> TEXTS.get("log.note.restored", detail);
            case "tier", "machine", "template", "idle" -> TEXTS.get("log.note.machine", detail);
            case "hibernate" -> joined(TEXTS.get("log.note.hibernate"), detail);
            case "guest" -> TEXTS.get("log.note.guest", detail);
            case "identity" -> TEXTS.get("log.note.identity", detail);
            case "capture" -> TEXTS.get("log.note.capture", detail);
            case "woken" -> TEXTS.get("log.note.woken", detail);
            case "disk" -> TEXTS.get("log.note.disk", detail);
            default -> joined(name, detail);
        };
    }

    private static String salvage(String name, String detail) {
        return switch (name) {
            case "failed" -> TEXTS.get("log.salvage.failed", detail);
            case "saved" -> TEXTS.get("log.salvage.saved", detail);
            case "none" -> TEXTS.get("log.salvage.none", detail);
            // Journals of older versions have this name for both; the detail was the ref, or said that there is none.
            case "salvage" -> salvage(detail.startsWith("refs/") ? "saved" : "none", detail);
            default -> TEXTS.get("log.salvage.partial", detail);
        };
    }

    private static String joined(String head, String detail) {
        return head.isEmpty() || detail.isEmpty() ? head + detail : TEXTS.get("log.joined", head, detail);
    }
}
