package dev.belljar.agent.environment;

import dev.belljar.contract.environment.EnvironmentProfile;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A profile as a project names it, with a version if one can be chosen: `git`, `node@22`, `python@3.12`.
record ProfileChoice(EnvironmentProfile profile, @Nullable String version) {
    private static final Pattern VERSION = Pattern.compile("[0-9]{1,3}(?:\\.[0-9]{1,3}){0,2}");
    private static final Set<EnvironmentProfile> WITH_VERSION =
            Set.of(EnvironmentProfile.NODE, EnvironmentProfile.PYTHON);

    static final ValueCheck CHECK = new ValueCheck() {
        @Override
        public @Nullable String expected(String text) {
            return of(text).isPresent()
                    ? null
                    : "one of %s, the last two optionally with a version, such as \"node@22\""
                            .formatted(String.join(", ", NAMES));
        }

        @Override
        public Collection<String> words() {
            return NAMES;
        }
    };

    private static final List<String> NAMES = Arrays.stream(EnvironmentProfile.values())
            .map(ProfileChoice::name)
            .sorted()
            .toList();

    /// The choice that a text makes; empty if it makes none.
    static Optional<ProfileChoice> of(String text) {
        int at = text.indexOf('@');
        String name = at < 0 ? text : text.substring(0, at);
        String version = at < 0 ? null : text.substring(at + 1);
        return Arrays.stream(EnvironmentProfile.values())
                .filter(profile -> name(profile).equals(name))
                .filter(profile -> version == null || (WITH_VERSION.contains(profile) && isVersion(version)))
                .map(profile -> new ProfileChoice(profile, version))
                .findFirst();
    }

    static boolean isVersion(String text) {
        return VERSION.matcher(text).matches();
    }

    static String name(EnvironmentProfile profile) {
        return profile.name().toLowerCase(Locale.ROOT);
    }
}
