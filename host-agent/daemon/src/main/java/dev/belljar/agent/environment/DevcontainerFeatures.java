package dev.belljar.agent.environment;

import dev.belljar.contract.environment.EnvironmentProfile;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the profiles that stand for the features and images of the dev container project. Those of others may
/// contain anything, whatever they are called.
final class DevcontainerFeatures {
    private static final Pattern FEATURE =
            Pattern.compile("(?:ghcr\\.io/devcontainers/features/)?([a-z0-9-]{1,60})(?::[0-9a-z.]{1,20})?");
    private static final Pattern IMAGE = Pattern.compile(
            "mcr\\.microsoft\\.com/(?:vscode/)?devcontainers/([a-z0-9-]{1,60})(?::([0-9A-Za-z._-]{1,60}))?");
    private static final Pattern LEADING_VERSION =
            Pattern.compile("(?:[0-9]+-)?([0-9]{1,3}(?:\\.[0-9]{1,3})?)(?:-.*)?");
    private static final Map<String, EnvironmentProfile> FEATURES = Map.of(
            "common-utils", EnvironmentProfile.BASE,
            "git", EnvironmentProfile.GIT,
            "git-lfs", EnvironmentProfile.GIT,
            "node", EnvironmentProfile.NODE,
            "python", EnvironmentProfile.PYTHON,
            "docker-in-docker", EnvironmentProfile.DOCKER,
            "docker-outside-of-docker", EnvironmentProfile.DOCKER,
            "docker-from-docker", EnvironmentProfile.DOCKER);
    private static final Map<String, EnvironmentProfile> IMAGES = Map.of(
            "base", EnvironmentProfile.BASE,
            "javascript-node", EnvironmentProfile.NODE,
            "typescript-node", EnvironmentProfile.NODE,
            "python", EnvironmentProfile.PYTHON,
            "cpp", EnvironmentProfile.BUILD);

    private DevcontainerFeatures() {}

    /// The profile for a feature with these options.
    static Optional<ProfileChoice> feature(String name, Object options) {
        Matcher feature = FEATURE.matcher(name);
        EnvironmentProfile profile = feature.matches() ? FEATURES.get(feature.group(1)) : null;
        if (profile == null) {
            return Optional.empty();
        }
        Object version = options instanceof Map<?, ?> map ? map.get("version") : options;
        return choice(profile, version instanceof String text ? text : "");
    }

    /// The profile for an image. The version is the first number of the tag, or the second one if the first is
    /// that of the image: `1-22-bookworm`.
    static Optional<ProfileChoice> image(String name) {
        Matcher image = IMAGE.matcher(name);
        EnvironmentProfile profile = image.matches() ? IMAGES.get(image.group(1)) : null;
        if (profile == null) {
            return Optional.empty();
        }
        String tag = image.group(2);
        Matcher version = LEADING_VERSION.matcher(tag == null ? "" : tag);
        return choice(profile, version.matches() ? version.group(1) : "");
    }

    private static Optional<ProfileChoice> choice(EnvironmentProfile profile, String version) {
        String name = ProfileChoice.name(profile);
        Optional<ProfileChoice> exact = ProfileChoice.of(name + "@" + version);
        return exact.isPresent() ? exact : ProfileChoice.of(name);
    }
}
