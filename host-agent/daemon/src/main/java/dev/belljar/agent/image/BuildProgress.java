package dev.belljar.agent.image;

/// Gets the progress of a build.
@FunctionalInterface
public interface BuildProgress {
    /// Takes the percentage that is done (0 to 100, never less than before) and the step under way.
    void at(int percent, String words);

    /// A line that the build printed.
    default void line(String text) {}
}
