package dev.belljar.agent.environment;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Says what is expected of a text that a project proposes.
interface ValueCheck {
    /// What was expected, for an error message; null if the text is valid.
    @Nullable
    String expected(String text);

    /// The words that the text may be, from which an error message suggests one; empty if it may be others.
    default Collection<String> words() {
        return List.of();
    }
}
