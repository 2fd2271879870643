package dev.belljar.app.snapshots;

import dev.belljar.app.intent.Wishes;
import dev.belljar.app.look.Figures;
import dev.belljar.contract.view.Comparison;
import dev.belljar.contract.view.FileChange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How much differs between two snapshots, asked once for each pair that is pointed at.
final class Pairs {
    private final Wishes wishes;
    private final Runnable told;
    private final Map<String, String> known = new HashMap<>();

    /// `told` is called when more is known.
    Pairs(Wishes wishes, Runnable told) {
        this.wishes = wishes;
        this.told = told;
    }

    /// What is known of a pair, in words; empty when nothing is.
    String words(@Nullable String first, Moment second) {
        return known.getOrDefault(first + " " + second.key(), "");
    }

    /// Asks, where that needs no machine to be asked.
    void ask(Moment first, @Nullable Moment second) {
        if (!(first instanceof Moment.Taken)
                || !(second instanceof Moment.Taken)
                || first.key().equals(second.key())) {
            return;
        }
        String pair = first.key() + " " + second.key();
        if (known.putIfAbsent(pair, "") == null) {
            wishes.compare(first.key(), second.key())
                    .done(answer -> {
                        known.put(pair, words(answer));
                        told.run();
                    })
                    .begin();
        }
    }

    private static String words(Comparison comparison) {
        List<FileChange> files = comparison.files();
        int added = files.stream().mapToInt(f -> Math.max(0, f.added())).sum();
        int removed = files.stream().mapToInt(f -> Math.max(0, f.removed())).sum();
        return Figures.many(files.size(), "file", "files") + "  +" + added + " −" + removed;
    }
}
