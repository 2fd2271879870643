package dev.belljar.app.environment;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.environment.FetchedName;
import dev.belljar.contract.environment.ProjectTemplate;
import dev.belljar.contract.environment.SetupReport;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.environment.TemplateState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// What the dialog says about the setup of a sandbox and about the template of a project.
final class SetupModel {
    private static final Texts TEXTS = Texts.of(SetupModel.class);

    private SetupModel() {}

    /// How the setup went, or how far it is; `time` formats milliseconds since the epoch.
    static String setup(SetupReport report, LongFunction<String> time) {
        SetupStatus status = report.status();
        if (status == null) {
            return TEXTS.get(report.accepted() == null ? "setup.none" : "setup.none.accepted");
        }
        String sentence = switch (status.state()) {
            case RUNNING -> running(status);
            case DONE -> TEXTS.get("setup.done", time.apply(ended(status)));
            case FAILED -> TEXTS.get("setup.failed", time.apply(ended(status)), detail(status.detail()));
            case CANCELLED -> TEXTS.get("setup.cancelled", time.apply(ended(status)));
            case INTERRUPTED -> TEXTS.get("setup.interrupted", time.apply(ended(status)), detail(status.detail()));
        };
        boolean earlier = !status.running()
                && report.accepted() != null
                && !report.accepted().equals(status.environment());
        return earlier ? TEXTS.get("setup.earlier", sentence) : sentence;
    }

    private static String running(SetupStatus status) {
        return status.step() == 0
                ? TEXTS.get("setup.begun")
                : TEXTS.get("setup.step", status.step(), status.steps(), FigureFormat.printable(status.label()));
    }

    private static long ended(SetupStatus status) {
        Long ended = status.ended();
        return ended == null ? status.began() : ended;
    }

    private static String detail(@Nullable String detail) {
        return detail == null ? "" : FigureFormat.printable(detail);
    }

    /// True while the setup runs.
    static boolean running(SetupReport report) {
        SetupStatus status = report.status();
        return status != null && status.running();
    }

    /// True if the setup is complete.
    static boolean done(SetupReport report) {
        SetupStatus status = report.status();
        return status != null && status.state() == SetupState.DONE;
    }

    /// The name of the button that begins the setup.
    static String beginWords(SetupReport report) {
        return TEXTS.get(report.status() == null ? "setup.begin" : "setup.again");
    }

    /// What other computers sent during the setup, the most bytes first; empty text for nothing.
    static String fetched(List<FetchedName> names) {
        return names.isEmpty()
                ? ""
                : TEXTS.get(
                        "setup.fetched",
                        String.join(
                                ", ", names.stream().map(SetupModel::fetched).toList()));
    }

    private static String fetched(FetchedName name) {
        return TEXTS.get("setup.fetched.name", FigureFormat.printable(name.name()), FigureFormat.bytes(name.down()));
    }

    /// The state of a project's template, which is null if there is none.
    static String template(@Nullable ProjectTemplate template, LongFunction<String> time) {
        return switch (template) {
            case null -> TEXTS.get("template.none");
            case ProjectTemplate t ->
                switch (t.state()) {
                    case PREPARING -> TEXTS.get("template.preparing", detail(t.detail()));
                    case READY -> TEXTS.get("template.ready", time.apply(t.created()));
                    case OUTDATED -> TEXTS.get("template.outdated", detail(t.detail()));
                    case FAILED -> TEXTS.get("template.failed", detail(t.detail()));
                };
        };
    }

    /// What a template costs and contains; empty for one that was not made.
    static List<String> details(@Nullable ProjectTemplate template) {
        if (template == null
                || template.state() == TemplateState.PREPARING
                || template.state() == TemplateState.FAILED) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.add(TEXTS.get(
                "template.uses", FigureFormat.bytes(template.diskBytes()), FigureFormat.bytes(template.memoryBytes())));
        if (!template.lockFiles().isEmpty()) {
            lines.add(TEXTS.get("template.locks", joined(template.lockFiles())));
        }
        if (!template.installed().isEmpty()) {
            lines.add(TEXTS.get("template.installed", joined(template.installed())));
        }
        if (!template.fetched().isEmpty()) {
            lines.add(fetched(template.fetched()));
        }
        return lines;
    }

    private static String joined(List<String> words) {
        return FigureFormat.printable(String.join(", ", words));
    }

    /// True while the template is made.
    static boolean preparing(@Nullable ProjectTemplate template) {
        return template != null && template.state() == TemplateState.PREPARING;
    }

    /// The name of the button that makes the template.
    static String makeWords(@Nullable ProjectTemplate template) {
        return TEXTS.get(template == null ? "template.make" : "template.again");
    }
}
