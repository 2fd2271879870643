package dev.belljar.agent.environment;

import dev.belljar.contract.environment.AgentProfile;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentPackage;
import dev.belljar.contract.environment.Environment.EnvironmentVariable;
import dev.belljar.contract.environment.Environment.ProfileVersion;
import dev.belljar.contract.environment.EnvironmentProfile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/// Adds what a coding agent needs to what a project proposes. Where both want the same in different ways, such as
/// two versions of a package, the project decides.
final class AgentMerge {
    private AgentMerge() {}

    /// The environment with the agent.
    static Environment of(Environment project, AgentProfile profile) {
        Environment needs = profile.needs();
        return new Environment(
                both(project.profiles(), needs.profiles()).stream().sorted().toList(),
                first(project.packages(), needs.packages(), AgentMerge::key),
                both(project.setup(), needs.setup()),
                both(project.setupNames(), needs.setupNames()),
                both(project.names(), needs.names()),
                project.ports(),
                project.limits(),
                project.files(),
                versions(project, needs),
                first(project.variables(), needs.variables(), EnvironmentVariable::name),
                both(project.agents(), List.of(profile.agent())),
                project.image());
    }

    private static String key(EnvironmentPackage one) {
        return one.manager() + ":" + one.name();
    }

    private static List<ProfileVersion> versions(Environment project, Environment needs) {
        Map<EnvironmentProfile, ProfileVersion> versions = new TreeMap<>();
        needs.versions().forEach(each -> versions.put(each.profile(), each));
        project.versions().forEach(each -> versions.put(each.profile(), each));
        return List.copyOf(versions.values());
    }

    private static <T> List<T> both(List<T> one, List<T> other) {
        Set<T> all = new LinkedHashSet<>(one);
        all.addAll(other);
        return List.copyOf(all);
    }

    private static <T> List<T> first(List<T> one, List<T> other, Function<T, String> key) {
        Map<String, T> all = new LinkedHashMap<>();
        List<T> each = new ArrayList<>(one);
        each.addAll(other);
        each.forEach(value -> all.putIfAbsent(key.apply(value), value));
        return List.copyOf(all.values());
    }
}
