package dev.belljar.client.command.environment;

import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.environment.FetchedName;
import dev.belljar.contract.environment.ProjectTemplate;
import dev.belljar.contract.environment.TemplateState;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.text.VisibleText;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Prints the templates of projects.
record TemplateText(CommandSession session) {
    private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");

    void print(List<ProjectTemplate> templates) {
        if (templates.isEmpty()) {
            session.line("No project has a template.");
            return;
        }
        for (ProjectTemplate each : templates) {
            session.line(
                    "%s  %s  %s",
                    each.id(), each.state().name().toLowerCase(Locale.ROOT), VisibleText.line(each.project()));
            details(each);
        }
    }

    /// What the template costs and contains, one line each.
    void details(ProjectTemplate template) {
        String detail = template.detail();
        if (detail != null) {
            row(template.state() == TemplateState.FAILED ? "why" : "now", VisibleText.line(detail));
        }
        if (template.state() == TemplateState.PREPARING || template.state() == TemplateState.FAILED) {
            return;
        }
        row("made", time(template.created()) + ", last used: " + time(template.used()));
        row(
                "uses",
                "%s for the disk, %s for the memory"
                        .formatted(ByteCount.words(template.diskBytes()), ByteCount.words(template.memoryBytes())));
        words("lock files", template.lockFiles());
        words("installed", template.installed());
        words("fetched", template.fetched().stream().map(TemplateText::fetched).toList());
    }

    private static String fetched(FetchedName name) {
        return "%s (%s)".formatted(VisibleText.line(name.name()), ByteCount.words(name.down()));
    }

    private void words(String title, List<String> words) {
        if (!words.isEmpty()) {
            row(title, VisibleText.line(String.join(", ", words)));
        }
    }

    private void row(String title, String text) {
        session.line("  %-10s  %s", title, text);
    }

    private static String time(@Nullable Long millis) {
        return millis == null
                ? "never"
                : MINUTES.format(Instant.ofEpochMilli(millis).atZone(ZoneId.systemDefault()));
    }
}
