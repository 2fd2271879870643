package dev.belljar.client.environment;

import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.ProfileVersion;
import dev.belljar.contract.environment.EnvironmentProfile;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Combines what a `devcontainer.json` proposes with what else was found in a project.
public final class EnvironmentMerge {
    private EnvironmentMerge() {}

    /// Both environments in one. The setup commands of the second are left out if the first has some: both
    /// would install the same.
    public static Environment of(Environment first, Environment second) {
        Map<EnvironmentProfile, ProfileVersion> versions = Stream.concat(
                        first.versions().stream(), second.versions().stream())
                .collect(Collectors.toMap(ProfileVersion::profile, Function.identity(), (one, _) -> one));
        List<EnvironmentProfile> profiles =
                both(first.profiles(), second.profiles()).stream().sorted().toList();
        return new Environment(
                profiles,
                both(first.packages(), second.packages()),
                first.setup().isEmpty() ? second.setup() : first.setup(),
                both(first.setupNames(), second.setupNames()),
                both(first.names(), second.names()),
                both(first.ports(), second.ports()),
                first.limits(),
                both(first.files(), second.files()),
                profiles.stream().map(versions::get).filter(Objects::nonNull).toList(),
                both(first.variables(), second.variables()),
                both(first.agents(), second.agents()),
                first.image() == null ? second.image() : first.image());
    }

    private static <T> List<T> both(List<T> first, List<T> second) {
        Set<T> all = new LinkedHashSet<>(first);
        all.addAll(second);
        return List.copyOf(all);
    }
}
