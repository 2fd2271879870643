package dev.belljar.agent.policy;

/// Shortens untrusted text to one line for a message.
final class ShortText {
    private static final int MOST = 80;

    private ShortText() {}

    static String of(String text) {
        StringBuilder line = new StringBuilder();
        text.chars().limit(MOST).forEach(c -> line.append(Character.isISOControl(c) ? '?' : (char) c));
        return text.length() > MOST ? line + "…" : line.toString();
    }
}
