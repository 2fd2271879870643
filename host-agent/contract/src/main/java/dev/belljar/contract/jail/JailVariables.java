package dev.belljar.contract.jail;

import java.util.List;
import java.util.Map;
import java.util.Set;

/// Chooses the environment variables of the user that a jail gets; others often contain secrets or the
/// addresses of sockets.
public final class JailVariables {
    private static final Set<String> PASSED = Set.of(
            "CI",
            "COLORTERM",
            "EDITOR",
            "GOPATH",
            "GOROOT",
            "HOME",
            "JAVA_HOME",
            "LANG",
            "LANGUAGE",
            "LOGNAME",
            "MAVEN_OPTS",
            "NO_COLOR",
            "NODE_ENV",
            "PAGER",
            "PATH",
            "RUSTUP_HOME",
            "SHELL",
            "TERM",
            "TZ",
            "USER",
            "VISUAL",
            "VIRTUAL_ENV",
            "CARGO_HOME");
    private static final String LOCALE = "LC_";

    private JailVariables() {}

    /// The variables that a jail gets, as words `NAME=VALUE` in the order of their names.
    public static List<String> passed(Map<String, String> environment) {
        return environment.entrySet().stream()
                .filter(each -> PASSED.contains(each.getKey()) || each.getKey().startsWith(LOCALE))
                .sorted(Map.Entry.comparingByKey())
                .map(each -> each.getKey() + "=" + each.getValue())
                .toList();
    }
}
