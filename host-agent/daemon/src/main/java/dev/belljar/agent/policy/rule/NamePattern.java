package dev.belljar.agent.policy.rule;

/// The names that a rule matches: one name, all its subdomains (`*.example.org`), or any name (`*`).
record NamePattern(String text) {
    private static final String BELOW = "*.";
    private static final String ANY = "*";

    /// Parses a pattern as users write it.
    ///
    /// @throws PolicyException `policy.rule-invalid` when it is none
    static NamePattern of(String text) throws PolicyException {
        if (text.equals(ANY)) {
            return new NamePattern(text);
        }
        String head = text.startsWith(BELOW) ? BELOW : "";
        String name = HostName.canonical(text.substring(head.length()))
                .orElseThrow(() -> PolicyException.rule(
                        "name",
                        text,
                        "a host name in ASCII (xn--… for other characters), *.NAME for all names below it, or *"));
        if (!head.isEmpty() && name.indexOf('.') < 0) {
            throw PolicyException.rule("name", text, "at least two labels after *., such as *.example.org");
        }
        return new NamePattern(head + name);
    }

    /// True for the pattern of any name.
    boolean any() {
        return text.equals(ANY);
    }

    /// True if the pattern matches this canonical name.
    boolean matches(String name) {
        if (any()) {
            return true;
        }
        return text.startsWith(BELOW)
                ? name.length() > text.length() - 1 && name.endsWith(text.substring(1))
                : name.equals(text);
    }
}
