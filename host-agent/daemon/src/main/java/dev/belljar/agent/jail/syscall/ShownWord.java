package dev.belljar.agent.jail.syscall;

import dev.belljar.contract.text.VisibleText;

/// Shows words of a policy in messages.
final class ShownWord {
    private static final int SHOWN = 60;

    private ShownWord() {}

    /// The first characters of a word, without control characters.
    static String of(String word) {
        return VisibleText.line(word.length() <= SHOWN ? word : word.substring(0, SHOWN) + "…");
    }
}
