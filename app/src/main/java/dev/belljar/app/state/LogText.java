package dev.belljar.app.state;

import dev.belljar.contract.event.GapEvent;
import dev.belljar.contract.event.SandboxEvent;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What a sandbox's own events say, in sentences; an event of a kind not known here says what it carries.
final class LogText {
    private LogText() {}

    /// A step of a start: what is being done, and how it reads once it is.
    private record Step(String doing, String done) {}

    static String of(SandboxEvent e) {
        String name = e.name() == null ? "" : e.name();
        String detail = e.detail() == null ? "" : e.detail();
        return switch (e.op()) {
            case "state" -> joined(state(e.to()), detail);
            case "step" -> joined(step(name, e.to() == null ? "" : e.to(), e.percent()), detail);
            case "note" -> note(name, detail);
            case "sync" -> name.equals("accepted") ? "Brought back: " + detail : joined(name, detail);
            case "snapshot" -> joined("Snapshot taken", detail);
            case "salvage" -> salvage(name, detail);
            case "console", "port" -> detail;
            default -> joined(name, detail);
        };
    }

    static String of(GapEvent e) {
        return switch (e.op()) {
            case "begin" -> "Not watched from here on: " + e.reason();
            case "end" -> "The gap ends here: " + e.reason();
            default ->
                String.format(Locale.ROOT, "%,d %s lost: ", e.count(), e.count() == 1 ? "event was" : "events were")
                        + e.reason();
        };
    }

    private static String state(@Nullable String to) {
        return switch (to == null ? "" : to) {
            case "created" -> "The sandbox was made";
            case "starting" -> "The machine is starting";
            case "running" -> "The machine runs";
            case "stopping" -> "The machine is stopping";
            case "stopped" -> "The machine is off";
            case "error" -> "The machine failed";
            case "destroyed" -> "The sandbox was destroyed";
            default -> to == null ? "" : to;
        };
    }

    private static String step(String name, String state, @Nullable Integer percent) {
        Step step = switch (name) {
            case "image" -> new Step("Getting the guest image", "The guest image is there");
            case "acceleration" -> new Step("Proving what the processor can do", "What the processor can do is proved");
            case "capture" -> new Step("Reading the project", "The project was read");
            case "machine" -> new Step("Starting the machine", "The machine was started");
            case "guest" -> new Step("Waiting for the guest agent", "The guest agent answers");
            case "identity" -> new Step("Giving it its own identity", "It has its own identity");
            case "project" -> new Step("Putting the project in /workspace", "The project is in /workspace");
            default -> new Step(name, name);
        };
        return switch (state) {
            case "met" -> step.done();
            case "failed" -> step.doing() + " failed";
            default -> step.doing() + (percent == null ? "" : ", " + percent + " %");
        };
    }

    private static String note(String name, String detail) {
        return switch (name) {
            case "created" -> "Made " + detail;
            case "restored" -> "Brought back " + detail;
            case "tier", "machine", "template", "idle" -> "The machine " + detail;
            case "hibernate" -> joined("The machine was not hibernated", detail);
            case "guest" -> "In the machine: " + detail;
            case "identity" -> "Its " + detail;
            case "capture" -> "While the project was read: " + detail;
            case "woken" -> "Woken, " + detail;
            case "disk" -> "The host's disk: " + detail;
            default -> joined(name, detail);
        };
    }

    private static String salvage(String name, String detail) {
        if (name.equals("failed")) {
            return "Its work was not saved on the host: " + detail;
        }
        return detail.startsWith("refs/") ? "Its work was saved on the host: " + detail : "No work to save: " + detail;
    }

    private static String joined(String head, String detail) {
        return head.isEmpty() || detail.isEmpty() ? head + detail : head + ": " + detail;
    }
}
