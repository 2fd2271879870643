package dev.belljar.agent.image;

/// Told how far a build has come.
@FunctionalInterface
public interface BuildProgress {
    /// Percent done (0 to 100, never less than before) and what is being done.
    void at(int percent, String words);
}
