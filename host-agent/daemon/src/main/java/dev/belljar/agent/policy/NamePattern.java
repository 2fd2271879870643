package dev.belljar.agent.policy;

/// Which names a rule is about: one, all below one (`*.example.org`), or any (`*`).
record NamePattern(String text) {
    private static final String BELOW = "*.";

    /// A pattern as a person writes it.
    ///
    /// @throws PolicyException `policy.rule-invalid` when it is none
    static NamePattern of(String text) throws PolicyException {
        if (text.equals("*")) {
            return new NamePattern(text);
        }
        String head = text.startsWith(BELOW) ? BELOW : "";
        String name = HostName.canonical(text.substring(head.length()))
                .orElseThrow(() -> PolicyException.rule(
                        "name", text, "a host name in ASCII (xn--… for others), *.NAME for all below it, or *"));
        if (!head.isEmpty() && name.indexOf('.') < 0) {
            throw PolicyException.rule("name", text, "at least two labels behind *., such as *.example.org");
        }
        return new NamePattern(head + name);
    }

    /// True for a canonical name that this is about.
    boolean matches(String name) {
        if (text.equals("*")) {
            return true;
        }
        return text.startsWith(BELOW)
                ? name.length() > text.length() - 1 && name.endsWith(text.substring(1))
                : name.equals(text);
    }
}
