package dev.belljar.app.environment;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.environment.ProjectTemplate;
import dev.belljar.contract.environment.TemplateState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// What the dialog says about the template of a project. There can be a template and an attempt to make it again.
final class TemplateModel {
    private static final Texts TEXTS = Texts.of(TemplateModel.class);

    private final @Nullable ProjectTemplate made;
    private final @Nullable ProjectTemplate attempt;

    /// The template and the attempt of one project, in any order.
    TemplateModel(List<ProjectTemplate> all) {
        made = first(all, true);
        attempt = first(all, false);
    }

    private static @Nullable ProjectTemplate first(List<ProjectTemplate> all, boolean isMade) {
        return all.stream()
                .filter(each -> isMade == isMade(each.state()))
                .findFirst()
                .orElse(null);
    }

    private static boolean isMade(TemplateState state) {
        return switch (state) {
            case READY, OUTDATED -> true;
            case PREPARING, FAILED -> false;
        };
    }

    /// True if there is a template or an attempt.
    boolean any() {
        return made != null || attempt != null;
    }

    /// True while the template is made.
    boolean preparing() {
        return attempt != null && attempt.state() == TemplateState.PREPARING;
    }

    /// True if the last attempt has an output.
    boolean hasOutput() {
        return any() && !preparing();
    }

    /// The id of the template, if there is one.
    Optional<String> removable() {
        return Optional.ofNullable(made).map(ProjectTemplate::id);
    }

    /// The name of the button that makes the template.
    String makeWords() {
        return TEXTS.get(any() ? "template.again" : "template.make");
    }

    /// The state, what the template costs and contains, and how the attempt went; `time` formats milliseconds since the
    /// epoch.
    List<String> lines(LongFunction<String> time) {
        List<String> lines = new ArrayList<>();
        if (attempt != null) {
            lines.add(TEXTS.get(preparing() ? "template.preparing" : "template.failed", detail(attempt.detail())));
        }
        if (made != null) {
            lines.add(
                    made.state() == TemplateState.READY
                            ? TEXTS.get("template.ready", time.apply(made.created()))
                            : TEXTS.get("template.outdated", detail(made.detail())));
            lines.addAll(contents(made));
        }
        return lines.isEmpty() ? List.of(TEXTS.get("template.none")) : lines;
    }

    private static List<String> contents(ProjectTemplate template) {
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
            lines.add(SetupModel.fetched(template.fetched()));
        }
        return lines;
    }

    private static String joined(List<String> words) {
        return FigureFormat.printable(String.join(", ", words));
    }

    private static String detail(@Nullable String detail) {
        return detail == null ? "" : FigureFormat.printable(detail);
    }
}
