package dev.belljar.client.command.network;

import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.view.network.AuthorityChange;
import dev.belljar.contract.view.network.AuthorityList;
import dev.belljar.contract.view.network.HostAuthority;
import dev.belljar.contract.view.network.UnusableFile;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/// Prints certificate authorities of the host, and which guests trust them.
final class AuthorityText {
    private final CommandSession session;

    AuthorityText(CommandSession session) {
        this.session = session;
    }

    void print(AuthorityList list) {
        if (list.authorities().isEmpty()) {
            session.line("This computer has no certificate authorities other than those included in its distribution.");
        }
        list.authorities().forEach(this::print);
        unusable(session, list.unusable());
    }

    /// Prints files that are not used, and why.
    static void unusable(CommandSession session, List<UnusableFile> files) {
        if (!files.isEmpty()) {
            session.line("Not used");
            files.forEach(each -> session.line("    %s: %s", each.file(), each.problem()));
        }
    }

    private void print(HostAuthority authority) {
        String problem = authority.problem();
        session.line("%s", authority.subject());
        field("trusted by", trusted(authority));
        if (problem != null) {
            field("problem", "guests cannot trust it: " + problem);
        }
        field("issuer", authority.issuer().equals(authority.subject()) ? "itself" : authority.issuer());
        field("valid", "from %s to %s".formatted(day(authority.validFrom()), day(authority.validUntil())));
        field("SHA-256", authority.fingerprint());
        field(
                "from",
                authority.sources().isEmpty()
                        ? "chosen earlier, but no longer on this computer"
                        : String.join(", ", authority.sources()));
    }

    private void field(String name, String value) {
        session.line("    %-12s%s", name, value);
    }

    private static String trusted(HostAuthority authority) {
        if (authority.everywhere()) {
            return "all sandboxes";
        }
        List<String> projects = authority.projects();
        return projects.isEmpty() ? "no sandbox" : "the sandboxes of " + String.join(", ", projects);
    }

    private static String day(long millis) {
        return Instant.ofEpochMilli(millis)
                .atZone(ZoneId.systemDefault())
                .toLocalDate()
                .toString();
    }

    void print(AuthorityChange change) {
        List<HostAuthority> chosen =
                change.authorities().stream().filter(HostAuthority::chosen).toList();
        if (chosen.isEmpty()) {
            session.line("Guests trust none of this computer's authorities.");
        }
        chosen.forEach(each -> session.line("%s is trusted by %s", each.subject(), trusted(each)));
        effect(session, change.sandboxes(), change.failed());
    }

    /// Prints in which running sandboxes a choice is in effect, and in which not.
    static void effect(CommandSession session, List<String> sandboxes, List<String> failed) {
        if (!sandboxes.isEmpty()) {
            session.aside("The change applies to programs started in %s from now on.", String.join(", ", sandboxes));
        }
        if (!failed.isEmpty()) {
            session.aside(
                    "%s could not be changed while running: see `belljar events`, then restart it with `belljar stop`"
                            + " and `belljar start`.",
                    String.join(", ", failed));
        }
    }
}
