package dev.belljar.client.command.network;

import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.view.network.HostMirror;
import dev.belljar.contract.view.network.MirrorChange;
import dev.belljar.contract.view.network.MirrorList;
import java.util.List;
import java.util.Locale;

/// Prints mirrors of the host, and which of them guests use.
final class MirrorText {
    private final CommandSession session;

    MirrorText(CommandSession session) {
        this.session = session;
    }

    void print(MirrorList list) {
        if (list.mirrors().isEmpty()) {
            session.line("Your npm, pip, apt, cargo and Maven configuration names no mirrors.");
        }
        list.mirrors().forEach(this::print);
        AuthorityText.unusable(session, list.unusable());
    }

    private void print(HostMirror mirror) {
        String problem = mirror.problem();
        String source = mirror.source();
        session.line("%s", mirror.url());
        field("for", purpose(mirror));
        if (problem == null) {
            field("id", mirror.id());
            field("used by", mirror.chosen() ? "all sandboxes" : "no sandbox");
            field("password", mirror.credential() ? "guests get a placeholder" : "none");
            field("needs", mirror.needs() == null ? "" : mirror.needs());
        } else {
            field("problem", problem);
        }
        mirror.notes().forEach(note -> field("note", note));
        field("from", source == null ? "chosen earlier, but no longer in your configuration" : source);
    }

    private void field(String name, String value) {
        session.line("    %-12s%s", name, value);
    }

    private static String purpose(HostMirror mirror) {
        String tool = mirror.tool().name().toLowerCase(Locale.ROOT);
        String kind = mirror.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return "%s, %s%s".formatted(tool, kind, mirror.concerns().isEmpty() ? "" : " (" + mirror.concerns() + ")");
    }

    void print(MirrorChange change) {
        List<HostMirror> chosen =
                change.mirrors().stream().filter(HostMirror::chosen).toList();
        if (chosen.isEmpty()) {
            session.line("Guests use none of this computer's mirrors.");
        }
        chosen.forEach(each -> session.line("%s is used for %s", each.url(), purpose(each)));
        List<String> needs = change.changed().stream()
                .filter(HostMirror::chosen)
                .map(each -> String.valueOf(each.needs()))
                .distinct()
                .toList();
        if (!needs.isEmpty()) {
            session.aside("The network rules have not changed. If they do not allow access to these mirrors yet, run:");
            needs.forEach(each -> session.aside("    belljar policy add --scope user 'allow %s'", each));
        }
        AuthorityText.effect(session, change.sandboxes(), change.failed());
    }
}
