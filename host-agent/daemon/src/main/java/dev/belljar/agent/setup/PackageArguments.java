package dev.belljar.agent.setup;

import dev.belljar.contract.environment.Environment.EnvironmentPackage;
import dev.belljar.contract.text.VisibleText;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Turns packages of an environment into arguments of their package managers.
///
/// Only names of packages in the manager's own registry pass: nothing that the manager would read as an option,
/// a path, an address, or as a request to remove a package.
final class PackageArguments {
    private static final int LONGEST = 200;
    private static final Pattern APT = Pattern.compile("[a-z0-9][a-z0-9+.-]*[a-z0-9+]");
    private static final Pattern APT_VERSION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.+:~-]*");
    private static final Pattern NPM = Pattern.compile("(@[a-z0-9~][a-z0-9._~-]*/)?[A-Za-z0-9~][A-Za-z0-9._~-]*");
    private static final Pattern NPM_VERSION = Pattern.compile("[\\^~]?[A-Za-z0-9][A-Za-z0-9.+_-]*");
    private static final String PIP_NAME = "[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?";
    private static final Pattern PIP = Pattern.compile(PIP_NAME + "(\\[" + PIP_NAME + "(," + PIP_NAME + ")*])?");
    private static final Pattern PIP_VERSION = Pattern.compile("(==|>=|<=|~=|!=|>|<)?[A-Za-z0-9][A-Za-z0-9.!+*_-]*");
    private static final Pattern CARGO = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");
    private static final Pattern CARGO_VERSION = Pattern.compile("[\\^~=]?[A-Za-z0-9][A-Za-z0-9.+*-]*");
    private static final String VERSION = "a version that its package manager understands";

    private PackageArguments() {}

    /// The arguments for one package: one word, and for cargo its name and its version, which may be empty.
    ///
    /// @throws SetupException when the name or the version cannot be what it is meant to be
    static List<String> of(EnvironmentPackage wanted) throws SetupException {
        String version = wanted.version();
        return switch (wanted.manager()) {
            case APT -> List.of(name(wanted, APT) + after("=", checked(wanted, APT_VERSION)));
            case NPM -> List.of(name(wanted, NPM) + after("@", checked(wanted, NPM_VERSION)));
            case PIP -> {
                String checked = checked(wanted, PIP_VERSION);
                boolean exact = checked != null && Character.isLetterOrDigit(checked.charAt(0));
                yield List.of(name(wanted, PIP) + after(exact ? "==" : "", checked));
            }
            case CARGO -> {
                String checked = checked(wanted, CARGO_VERSION);
                yield List.of(name(wanted, CARGO), version == null || checked == null ? "" : checked);
            }
        };
    }

    private static String after(String sign, @Nullable String version) {
        return version == null ? "" : sign + version;
    }

    private static String name(EnvironmentPackage wanted, Pattern pattern) throws SetupException {
        String name = wanted.name();
        if (name.length() > LONGEST || !pattern.matcher(name).matches()) {
            throw SetupException.invalid("package", shown(name), "the name of a package");
        }
        return name;
    }

    private static @Nullable String checked(EnvironmentPackage wanted, Pattern pattern) throws SetupException {
        String version = wanted.version();
        if (version != null
                && (version.length() > LONGEST || !pattern.matcher(version).matches())) {
            throw SetupException.invalid("version of " + shown(wanted.name()), shown(version), VERSION);
        }
        return version;
    }

    /// Text of an environment as people may read it.
    static String shown(String text) {
        String line = VisibleText.line(text);
        return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
    }
}
