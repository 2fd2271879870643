package dev.belljar.app.review.decision;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The decisions about hunks whose entry was replaced by a newer fetch, by the file and the text; bounded. The subject
/// is the file, with what is known about it besides its text.
public final class RememberedHunks {
    private static final int MOST = 50_000;

    private final Map<String, HunkDecision> decisions = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, HunkDecision> eldest) {
            return size() > MOST;
        }
    };

    /// Keeps the decisions about a file, and that it was read. What was synced is not kept: if it is listed
    /// again, it has to be accepted again.
    public void keep(String subject, List<String> keys, List<HunkDecision> all, boolean read) {
        Predicate<String> single = HunkKeys.single(keys);
        for (int i = 0; i < Math.min(keys.size(), all.size()); i++) {
            HunkDecision decision = all.get(i);
            String name = name(subject, keys.get(i));
            if (decision.decided() && decision != HunkDecision.SYNCED && single.test(keys.get(i))) {
                decisions.put(name, decision);
            } else {
                decisions.remove(name);
            }
        }
        if (read) {
            decisions.put(whole(subject, keys), HunkDecision.OPEN);
        }
    }

    /// Returns the decision about a hunk with this text, or null.
    @Nullable
    public HunkDecision decision(String subject, String key) {
        return decisions.get(name(subject, key));
    }

    /// True if the file was read with exactly these hunks.
    public boolean read(String subject, List<String> keys) {
        return decisions.containsKey(whole(subject, keys));
    }

    private static String whole(String subject, List<String> keys) {
        return name(subject, String.join(" ", keys));
    }

    private static String name(String subject, String key) {
        return subject + "\0" + key;
    }
}
