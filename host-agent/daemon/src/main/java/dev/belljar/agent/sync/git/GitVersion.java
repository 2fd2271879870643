package dev.belljar.agent.sync.git;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A version of git, as `git --version` prints it.
public record GitVersion(int major, int minor) {
    /// The oldest version that Belljar is tested with, that of Debian 12. Before 2.36 a review cannot read
    /// files' contents.
    public static final GitVersion LEAST = new GitVersion(2, 39);

    private static final Pattern LINE = Pattern.compile("git version (\\d{1,4})\\.(\\d{1,4}).*");

    /// The version in this line, if there is one.
    public static Optional<GitVersion> parse(String line) {
        Matcher matcher = LINE.matcher(line.strip());
        return matcher.matches()
                ? Optional.of(new GitVersion(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    /// True for `LEAST` and newer versions.
    public boolean enough() {
        return major > LEAST.major || (major == LEAST.major && minor >= LEAST.minor);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
