package dev.belljar.app.trash;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.request.storage.SetRetention;
import dev.belljar.contract.text.TimeSpan;
import dev.belljar.contract.view.storage.RetentionStatus;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The retention periods as the user edits them: which can be changed, and what is sent.
final class RetentionModel {
    private static final Texts TEXTS = Texts.of(RetentionModel.class);

    private @Nullable RetentionStatus shown;

    void show(RetentionStatus now) {
        shown = now;
    }

    /// True once the current periods are known; only then can they be saved.
    boolean known() {
        return shown != null;
    }

    /// True if the user may change the period with this name.
    boolean editable(String name) {
        return shown != null && !shown.fixed().contains(name);
    }

    /// What the user has to know about the periods; empty text if nothing.
    String note() {
        if (shown == null) {
            return "";
        }
        String problem = shown.problem();
        if (problem != null) {
            return TEXTS.get("retention.problem", problem);
        }
        return shown.fixed().isEmpty() ? "" : TEXTS.get("retention.fixed");
    }

    /// The periods as texts for the fields, by name.
    static Map<String, String> texts(SetRetention all) {
        Map<String, String> texts = new LinkedHashMap<>();
        all.said().forEach((name, minutes) -> texts.put(name, TimeSpan.words(Duration.ofMinutes(minutes))));
        return texts;
    }

    /// Why a text is no period; empty if it is one.
    static Optional<String> complaint(String typed) {
        try {
            TimeSpan.read(typed);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /// The request that stores the changed periods of these fields, or all of them if the stored settings could
    /// not be read; empty if nothing has changed. Every text must be a period.
    Optional<SetRetention> change(Map<String, String> typed) {
        RetentionStatus before = shown;
        if (before == null) {
            return Optional.empty();
        }
        Map<String, Long> changed = new LinkedHashMap<>();
        typed.forEach((name, text) -> {
            if (editable(name)) {
                changed.put(name, TimeSpan.read(text).toMinutes());
            }
        });
        if (before.problem() == null) {
            changed.entrySet().removeAll(before.whole().said().entrySet());
        }
        return changed.isEmpty()
                ? Optional.empty()
                : Optional.of(new SetRetention(
                        changed.get("idleMinutes"),
                        changed.get("lifetimeMinutes"),
                        changed.get("hotMinutes"),
                        changed.get("warmMinutes"),
                        changed.get("coldMinutes"),
                        changed.get("trashMinutes")));
    }
}
