package dev.belljar.agent.policy.rule;

/// Shortens untrusted text to one line for a message.
public final class ShortText {
    private static final int MOST = 80;

    private ShortText() {}

    public static String of(String text) {
        StringBuilder line = new StringBuilder();
        text.chars().limit(MOST).forEach(c -> line.append(Character.isISOControl(c) ? '?' : (char) c));
        return text.length() > MOST ? line + "…" : line.toString();
    }
}
