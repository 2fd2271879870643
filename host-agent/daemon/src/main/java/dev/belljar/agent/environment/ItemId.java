package dev.belljar.agent.environment;

import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import dev.belljar.contract.environment.Environment.EnvironmentPackage;
import dev.belljar.contract.environment.EnvironmentProfile;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The ids of the items of an environment. They stay the same as long as an item is about the same thing,
/// whatever its version is.
final class ItemId {
    static final String IMAGE = "image";
    static final String MEMORY = "limit:memory";
    static final String CPUS = "limit:cpus";
    static final String DISK = "limit:disk";

    private ItemId() {}

    static String profile(EnvironmentProfile profile) {
        return "profile:" + ProfileChoice.name(profile);
    }

    static String packageOf(EnvironmentPackage one) {
        return manager(one) + ":" + one.name();
    }

    /// The name of a package's manager.
    static String manager(EnvironmentPackage one) {
        return one.manager().name().toLowerCase(Locale.ROOT);
    }

    static String run(String command) {
        return "run:" + command;
    }

    static String setupName(String name) {
        return "setup-name:" + name;
    }

    static String name(String name) {
        return "name:" + name;
    }

    static String port(int port) {
        return "port:" + port;
    }

    static String file(String from) {
        return "file:" + from;
    }

    static String variable(String name) {
        return "env:" + name;
    }

    static String agent(String name) {
        return "agent:" + name;
    }

    /// The use of its credential by an agent.
    static String secret(String agent) {
        return "secret:" + agent;
    }

    /// The environment without the items with these ids.
    static Environment without(Environment all, Set<String> ids) {
        EnvironmentLimits limits = all.limits();
        List<EnvironmentProfile> profiles = rest(all.profiles(), ids, ItemId::profile);
        return new Environment(
                profiles,
                rest(all.packages(), ids, ItemId::packageOf),
                rest(all.setup(), ids, ItemId::run),
                rest(all.setupNames(), ids, ItemId::setupName),
                rest(all.names(), ids, ItemId::name),
                rest(all.ports(), ids, ItemId::port),
                new EnvironmentLimits(
                        rest(limits.memoryMiB(), ids, MEMORY),
                        rest(limits.cpus(), ids, CPUS),
                        rest(limits.diskMiB(), ids, DISK)),
                rest(all.files(), ids, file -> file(file.from())),
                all.versions().stream()
                        .filter(version -> profiles.contains(version.profile()))
                        .toList(),
                rest(all.variables(), ids, variable -> variable(variable.name())),
                rest(all.agents(), ids, agent -> agent(agent.name())).stream()
                        .map(agent -> ids.contains(secret(agent.name())) ? agent.withoutCredential() : agent)
                        .toList(),
                ids.contains(IMAGE) ? null : all.image());
    }

    private static <T> List<T> rest(List<T> all, Set<String> ids, Function<T, String> id) {
        return all.stream().filter(each -> !ids.contains(id.apply(each))).toList();
    }

    private static @Nullable Integer rest(@Nullable Integer limit, Set<String> ids, String id) {
        return ids.contains(id) ? null : limit;
    }
}
