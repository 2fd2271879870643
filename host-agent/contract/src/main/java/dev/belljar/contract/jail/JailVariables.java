package dev.belljar.contract.jail;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Chooses the environment variables of the user that a jail gets; others often contain secrets or the addresses of
/// sockets.
public final class JailVariables {
    private static final Set<String> PASSED = Set.of(
            "CI", "COLORTERM", "EDITOR", "GOPATH", "GOROOT", "HOME", "JAVA_HOME", "LANG", "LANGUAGE", "LOGNAME",
            "MAVEN_OPTS", "NO_COLOR", "NODE_ENV", "PAGER", "PATH", "RUSTUP_HOME", "SHELL", "TERM", "TZ", "USER",
            "VISUAL", "VIRTUAL_ENV", "CARGO_HOME");
    private static final String LOCALE = "LC_";

    private JailVariables() {}

    /// The variables that a jail gets.
    public static Map<String, String> passed(Map<String, String> environment) {
        Map<String, String> passed = new TreeMap<>();
        environment.forEach((name, value) -> {
            if (PASSED.contains(name) || name.startsWith(LOCALE)) {
                passed.put(name, value);
            }
        });
        return passed;
    }
}
