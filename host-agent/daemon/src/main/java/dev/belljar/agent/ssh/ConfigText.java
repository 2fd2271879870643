package dev.belljar.agent.ssh;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Builds the texts that OpenSSH reads: a config with a host for each sandbox, and the host keys of their
/// machines.
///
/// A pure value: equal sandboxes give equal text. OpenSSH has no quoting that works for every character in every
/// version, so a name or path that would need it is left out with a comment.
///
/// `program` is the launcher of the command line, `environment` the variables it needs to reach this host agent.
public record ConfigText(Path program, Map<String, String> environment, Path knownHosts) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
    /// Characters that every version of OpenSSH takes literally within double quotes.
    private static final Pattern PLAIN = Pattern.compile("/[^\\p{Cntrl}\"'\\\\$%*?\\[\\]{}~`]*");
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    /// One sandbox: its name and id, and the file with the private key for its machine.
    public record Host(String name, String id, Path identity) {}

    /// The config.
    public String config(List<Host> hosts) {
        StringBuilder text = new StringBuilder("""
                # Belljar rewrites this file when a sandbox is created or destroyed: changes made here are lost.
                # `belljar ssh-config --install` includes it in ~/.ssh/config.
                """);
        List<String> left = new ArrayList<>();
        for (Host host : hosts) {
            if (isPlain(host)) {
                text.append(block(host));
            } else {
                left.add(host.id());
            }
        }
        if (!left.isEmpty()) {
            text.append("# Number of sandboxes omitted because OpenSSH does not support their names or paths: %d\n"
                    .formatted(left.size()));
        }
        return text.toString();
    }

    /// The name under which a machine's key is stored, which differs for another sandbox of the same name.
    static String alias(String id) {
        return "belljar-" + id;
    }

    /// The `known_hosts` line of a machine's key.
    public static String known(String id, PublicKey key) {
        return "%s %s\n".formatted(alias(id), key.bare().line());
    }

    private boolean isPlain(Host host) {
        return NAME.matcher(host.name()).matches()
                && ID.matcher(host.id()).matches()
                && isPlain(host.identity())
                && isPlain(knownHosts)
                && !CONTROL.matcher(proxy(host.name())).find();
    }

    private static boolean isPlain(Path path) {
        return PLAIN.matcher(path.toString()).matches();
    }

    private String block(Host host) {
        return """

                Host belljar-%s
                    HostName belljar-%s
                    User agent
                    ProxyCommand %s
                    HostKeyAlias %s
                    HostKeyAlgorithms ssh-ed25519
                    UserKnownHostsFile "%s"
                    GlobalKnownHostsFile /dev/null
                    StrictHostKeyChecking yes
                    UpdateHostKeys no
                    CheckHostIP no
                    IdentityFile "%s"
                    IdentitiesOnly yes
                    PasswordAuthentication no
                    KbdInteractiveAuthentication no
                    ForwardAgent no
                    ForwardX11 no
                    ForwardX11Trusted no
                """.formatted(
                        host.name(), host.name(), proxy(host.name()), alias(host.id()), knownHosts, host.identity());
    }

    /// The proxy command; OpenSSH expands `%` sequences in it, then the user's shell interprets it.
    private String proxy(String name) {
        String variables = environment.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> quoted(entry.getKey() + "=" + entry.getValue()) + " ")
                .collect(Collectors.joining());
        String command =
                (variables.isEmpty() ? "" : "env " + variables) + quoted(program.toString()) + " ssh-proxy " + name;
        return command.replace("%", "%%");
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
