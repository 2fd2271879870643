package dev.belljar.agent.environment;

import dev.belljar.agent.policy.rule.CompiledRule;
import dev.belljar.agent.policy.rule.HostName;
import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.agent.policy.rule.RuleText;
import dev.belljar.contract.environment.Environment.EnvironmentPackage;
import dev.belljar.contract.environment.PackageManager;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.text.HostServiceText;
import dev.belljar.contract.text.VisibleText;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the texts of an environment may be. None of them can end a command, begin an option or leave a folder
/// when it becomes part of a command line or of a path.
final class EnvironmentChecks {
    static final int MOST_PORT = 65_535;
    private static final Pattern SERVICE =
            Pattern.compile(Pattern.quote(HostServiceText.NAME) + ":[1-9][0-9]{0,4}(,[1-9][0-9]{0,4}){0,15}");
    private static final int LONGEST_NAME = 128;
    private static final int LONGEST_COMMAND = 4_096;
    private static final String BELOW = "*.";
    private static final String VERSION = "[0-9A-Za-z][0-9A-Za-z.+-]*";

    /// A name that ends with a hyphen would make apt remove the package.
    private static final Pattern APT = Pattern.compile("[a-z0-9][a-z0-9+.-]*[a-z0-9+](?:=[0-9][0-9A-Za-z.+:~-]*)?");
    private static final Pattern NPM =
            Pattern.compile("(?:@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*(?:@" + VERSION + ")?");
    private static final Pattern PIP =
            Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?(?:==[0-9][0-9A-Za-z.+!-]*)?");
    private static final Pattern CARGO = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*(?:@[0-9][0-9A-Za-z.+-]*)?");
    private static final Pattern AGENT = Pattern.compile("[a-z][a-z0-9-]{0,31}");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private static final List<String> OF_SHELLS =
            List.of("BASHOPTS", "BASH_VERSINFO", "EUID", "PPID", "SHELLOPTS", "UID");

    private EnvironmentChecks() {}

    /// A package in the notation of its manager.
    static ValueCheck packages(PackageManager manager) {
        return switch (manager) {
            case APT -> matching(APT, "a package such as \"libpng-dev\" or \"libpng-dev=1.6.39-2\"");
            case NPM -> matching(NPM, "a package such as \"vitest\" or \"@scope/name@3.2.4\"");
            case PIP -> matching(PIP, "a package such as \"ruff\" or \"ruff==0.6.9\"");
            case CARGO -> matching(CARGO, "a crate such as \"just\" or \"just@1.36.0\"");
        };
    }

    private static ValueCheck matching(Pattern pattern, String expected) {
        return text -> text.length() <= LONGEST_NAME && pattern.matcher(text).matches() ? null : expected;
    }

    /// The package that a valid text of this manager names.
    static EnvironmentPackage parsed(PackageManager manager, String text) {
        int at = switch (manager) {
            case APT, PIP -> text.indexOf('=');
            case NPM -> text.indexOf('@', 1);
            case CARGO -> text.indexOf('@');
        };
        return at < 0
                ? new EnvironmentPackage(manager, text, null)
                : new EnvironmentPackage(
                        manager,
                        text.substring(0, at),
                        text.substring(manager == PackageManager.PIP ? at + 2 : at + 1));
    }

    /// A command for the shell of the guest.
    static @Nullable String command(String text) {
        return !text.isBlank()
                        && text.length() <= LONGEST_COMMAND
                        && text.codePoints().allMatch(VisibleText::is)
                ? null
                : "a command on one line, of at most %,d characters, without invisible characters"
                        .formatted(LONGEST_COMMAND);
    }

    /// A host name, or all names below one; for a service of the host, with its ports.
    static @Nullable String name(String text) {
        if (text.toLowerCase(Locale.ROOT).startsWith(HostServiceText.NAME)) {
            return service(text)
                    ? null
                    : "the name with each port of this computer listed individually, such as \"%s:5432\""
                            .formatted(HostServiceText.NAME);
        }
        boolean many = text.startsWith(BELOW);
        String name =
                HostName.canonical(many ? text.substring(BELOW.length()) : text).orElse("");
        return name.isEmpty() || (many && name.indexOf('.') < 0)
                ? "a host name such as \"cdn.example.org\", or \"*.example.org\" for all names below it"
                : null;
    }

    /// Whether this is a service of the host, as a rule names it.
    private static boolean service(String text) {
        try {
            return SERVICE.matcher(text).matches()
                    && CompiledRule.of(RuleText.parse("allow " + text, RuleScope.SANDBOX, null))
                            .opensServices();
        } catch (PolicyException e) {
            return false;
        }
    }

    /// A valid host name in its canonical form.
    static String canonical(String text) {
        if (SERVICE.matcher(text).matches()) {
            return text;
        }
        boolean many = text.startsWith(BELOW);
        return (many ? BELOW : "")
                + HostName.canonical(many ? text.substring(BELOW.length()) : text)
                        .orElseThrow();
    }

    /// The name of a coding agent.
    static @Nullable String agent(String text) {
        return AGENT.matcher(text).matches()
                ? null
                : "the name of a coding agent: a lower-case letter, then letters, digits or '-', at most 32 characters";
    }

    /// The name of an environment variable. Those of Belljar are for Belljar, and those that a shell sets are read-only
    /// there: it would report an error for each login.
    static @Nullable String variable(String text) {
        if (OF_SHELLS.contains(text)) {
            return "another name than those of the shell's own variables: " + String.join(", ", OF_SHELLS);
        }
        return text.length() <= LONGEST_NAME && VARIABLE.matcher(text).matches() && !text.startsWith("BELLJAR_")
                ? null
                : "the name of a variable, such as NODE_ENV, that does not begin with BELLJAR_";
    }

    /// The value of an environment variable.
    static @Nullable String value(String text) {
        return text.length() <= LONGEST_COMMAND && text.codePoints().allMatch(VisibleText::is)
                ? null
                : "text on one line, of at most %,d characters, without invisible characters"
                        .formatted(LONGEST_COMMAND);
    }
}
