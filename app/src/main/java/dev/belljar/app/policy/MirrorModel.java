package dev.belljar.app.policy;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.view.network.HostMirror;
import dev.belljar.contract.view.network.MirrorChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What the dialog says about mirrors.
final class MirrorModel {
    private static final Texts TEXTS = Texts.of(MirrorModel.class);

    private MirrorModel() {}

    /// What a mirror is for, what guests need and do without, why they cannot use it, and where it was found.
    static List<String> details(HostMirror mirror) {
        List<String> lines = new ArrayList<>();
        String tool = mirror.tool().name().toLowerCase(Locale.ROOT);
        String kind = mirror.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String purpose = TEXTS.get("mirrors.purpose", tool, kind);
        lines.add(mirror.concerns().isEmpty() ? purpose : TEXTS.get("mirrors.purpose.of", purpose, mirror.concerns()));
        if (mirror.problem() != null) {
            lines.add(TEXTS.get("mirrors.problem", mirror.problem()));
        } else {
            lines.add(TEXTS.get(
                    mirror.credential() ? "mirrors.needs.credential" : "mirrors.needs",
                    String.valueOf(mirror.needs())));
        }
        mirror.notes().forEach(note -> lines.add(TEXTS.get("mirrors.note", note)));
        lines.add(
                mirror.source() == null
                        ? TEXTS.get("mirrors.source.none")
                        : TEXTS.get("mirrors.source", mirror.source()));
        return lines;
    }

    /// What a change means for the rules and the running sandboxes.
    static String result(MirrorChange change) {
        List<String> parts = new ArrayList<>();
        List<String> needs = change.changed().stream()
                .filter(HostMirror::chosen)
                .map(each -> String.valueOf(each.needs()))
                .distinct()
                .toList();
        if (!needs.isEmpty()) {
            parts.add(TEXTS.get("mirrors.result.rules", String.join(", ", needs)));
        }
        if (!change.sandboxes().isEmpty()) {
            parts.add(TEXTS.get("authorities.result", String.join(", ", change.sandboxes())));
        }
        if (!change.failed().isEmpty()) {
            parts.add(TEXTS.get("mirrors.result.failed", String.join(", ", change.failed())));
        }
        return String.join(" ", parts);
    }
}
