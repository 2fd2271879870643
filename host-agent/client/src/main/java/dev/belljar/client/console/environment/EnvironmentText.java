package dev.belljar.client.console.environment;

import dev.belljar.client.console.AgeText;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.EnvironmentChange;
import dev.belljar.contract.environment.EnvironmentItem;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentSection;
import java.util.List;
import java.util.Objects;

/// Prints a proposed environment: what it installs, runs, opens, copies, sets and limits.
public final class EnvironmentText {
    private static final int WIDEST = 48;

    private final CommandSession session;

    public EnvironmentText(CommandSession session) {
        this.session = session;
    }

    /// Prints a proposal and its state.
    public void print(EnvironmentProposal proposal) {
        contents(proposal);
        session.line("%s", state(proposal));
    }

    /// Prints what a proposal contains.
    void contents(EnvironmentProposal proposal) {
        String file = proposal.file();
        if (file != null) {
            session.line("%s", file);
        }
        items(proposal.items());
        if (!proposal.ignored().isEmpty()) {
            session.line("Ignored");
            proposal.ignored().forEach(each -> session.line("    %s", each));
        }
    }

    /// Prints what is in effect.
    public void accepted(AcceptedEnvironment environment) {
        String file = environment.file();
        session.line(
                "Accepted %s%s",
                AgeText.words(environment.time(), System.currentTimeMillis()), file == null ? "" : " from " + file);
        items(environment.items());
    }

    /// Prints items under the headings of their sections.
    public void items(List<EnvironmentItem> items) {
        int width = items.stream()
                .mapToInt(item -> Math.min(item.words().length(), WIDEST))
                .max()
                .orElse(0);
        for (EnvironmentSection section : EnvironmentSection.values()) {
            List<EnvironmentItem> own =
                    items.stream().filter(item -> item.section() == section).toList();
            if (!own.isEmpty()) {
                session.line("%s", title(section));
                own.forEach(item -> item(item, width));
            }
        }
    }

    private void item(EnvironmentItem item, int width) {
        String words = item.words();
        String note = note(item);
        session.line(
                "%s",
                "  %s %s%s"
                        .formatted(
                                mark(item),
                                words,
                                note.isEmpty() ? "" : " ".repeat(Math.max(0, width - words.length()) + 2) + note));
        if (item.risk() != null) {
            session.line("    ! %s", risk(item));
        }
    }

    private static String mark(EnvironmentItem item) {
        return switch (item.change()) {
            case ADDED -> item.leftOut() ? "x" : "+";
            case CHANGED -> "~";
            case REMOVED -> "-";
            case SAME -> " ";
        };
    }

    private static String note(EnvironmentItem item) {
        List<String> notes = List.of(
                Objects.requireNonNullElse(item.note(), ""),
                item.before() == null ? "" : "was " + item.before(),
                item.change() == EnvironmentChange.REMOVED ? "no longer proposed" : "",
                item.leftOut() ? "left out" : "");
        return String.join(", ", notes.stream().filter(note -> !note.isEmpty()).toList());
    }

    /// Why an item is risky, as a sentence.
    public static String risk(EnvironmentItem item) {
        return "Risk: it %s.".formatted(item.risk());
    }

    public static String title(EnvironmentSection section) {
        return switch (section) {
            case INSTALLS -> "Installs";
            case RUNS -> "Runs in the sandbox";
            case OPENS -> "Opens";
            case COPIES -> "Copies from this computer";
            case SETS -> "Sets environment variables";
            case LIMITS -> "Limits";
        };
    }

    private static String state(EnvironmentProposal proposal) {
        String accept = "`belljar environment accept %s` accepts it.".formatted(proposal.project());
        return switch (proposal.state()) {
            case NONE ->
                "%s proposes no environment. `belljar init %s` creates .belljar/machine.toml."
                        .formatted(proposal.project(), proposal.project());
            case PROPOSED -> "Not in effect. " + accept;
            case CHANGED -> "Changed. What you accepted earlier stays in effect. " + accept;
            case ACCEPTED -> "In effect for all sandboxes of the project.";
            case REJECTED ->
                "You rejected it."
                        + (proposal.accepted() == null ? " " : " What you accepted earlier stays in effect. ")
                        + accept;
            case INVALID -> "It cannot be accepted: " + proposal.problem();
        };
    }
}
