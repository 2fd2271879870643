package dev.belljar.app.policy;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.view.network.AuthorityChange;
import dev.belljar.contract.view.network.HostAuthority;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// What the dialog says about certificate authorities.
final class AuthorityModel {
    private static final Texts TEXTS = Texts.of(AuthorityModel.class);
    private static final int GROUP = 4;

    private AuthorityModel() {}

    /// Who trusts an authority.
    static String trusted(HostAuthority authority) {
        if (authority.everywhere()) {
            return TEXTS.get("authorities.trusted.all");
        }
        return authority.projects().isEmpty()
                ? TEXTS.get("authorities.trusted.none")
                : TEXTS.get(
                        "authorities.trusted.projects",
                        authority.projects().stream()
                                .map(project -> String.valueOf(Path.of(project).getFileName()))
                                .collect(Collectors.joining(", ")));
    }

    /// The issuer, the validity, the fingerprint and the sources of an authority, and why guests cannot trust
    /// it.
    static List<String> details(HostAuthority authority, String from, String until) {
        List<String> lines = new ArrayList<>();
        if (authority.problem() != null) {
            lines.add(TEXTS.get("authorities.problem", authority.problem()));
        }
        boolean own = authority.issuer().equals(authority.subject());
        lines.add(TEXTS.get(
                "authorities.validity", own ? TEXTS.get("authorities.issuer.own") : authority.issuer(), from, until));
        lines.add(TEXTS.get("authorities.fingerprint", grouped(authority.fingerprint())));
        lines.add(
                authority.sources().isEmpty()
                        ? TEXTS.get("authorities.source.none")
                        : TEXTS.get("authorities.source", String.join(", ", authority.sources())));
        return lines;
    }

    private static String grouped(String digits) {
        return digits.replaceAll("(.{" + GROUP + "})(?!$)", "$1 ");
    }

    /// What a change means for the running sandboxes.
    static String result(AuthorityChange change) {
        List<String> parts = new ArrayList<>();
        if (!change.sandboxes().isEmpty()) {
            parts.add(TEXTS.get("authorities.result", String.join(", ", change.sandboxes())));
        }
        if (!change.failed().isEmpty()) {
            parts.add(TEXTS.get("authorities.result.failed", String.join(", ", change.failed())));
        }
        return String.join(" ", parts);
    }
}
