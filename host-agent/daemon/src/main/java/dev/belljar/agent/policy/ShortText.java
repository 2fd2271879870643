package dev.belljar.agent.policy;

/// Text of others as it may be in a message: one line, not long.
final class ShortText {
    private static final int MOST = 80;

    private ShortText() {}

    static String of(String text) {
        StringBuilder line = new StringBuilder();
        text.chars().limit(MOST).forEach(c -> line.append(Character.isISOControl(c) ? '?' : (char) c));
        return text.length() > MOST ? line + "…" : line.toString();
    }
}
