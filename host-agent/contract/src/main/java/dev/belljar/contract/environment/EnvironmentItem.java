package dev.belljar.contract.environment;

import org.jspecify.annotations.Nullable;

/// One thing that an environment does, such as the installation of one package.
///
/// `id` identifies the item in its environment, as `apt:libpng-dev` or `run:npm ci`. `words` and `note`
/// describe it; `before` is what was accepted, if that was something else. `risk` says in words why the item is
/// accepted only by its id; it is null if it is not risky. `leftOut` is true if the user left out this same
/// item before.
public record EnvironmentItem(
        String id,
        EnvironmentSection section,
        EnvironmentChange change,
        String words,
        @Nullable String before,
        @Nullable String note,
        @Nullable String risk,
        boolean leftOut) {
    /// The item as part of a comparison.
    public EnvironmentItem compared(EnvironmentChange changed, @Nullable String was, boolean omitted) {
        return new EnvironmentItem(id, section, changed, words, was, note, risk, omitted);
    }

    /// True if the other item does the same.
    public boolean sameAs(EnvironmentItem other) {
        return id.equals(other.id) && words.equals(other.words);
    }
}
