package dev.belljar.client.command.network;

import dev.belljar.client.console.AgeText;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.TextInput;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.policy.SecretBinding;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.policy.SecretInfo.SecretUse;
import dev.belljar.contract.request.policy.BindSecret;
import dev.belljar.contract.request.policy.KeepSecret;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `belljar secret`: manages secrets, which stay on this host.
@CommandExamples({
    "belljar secret add NPM_TOKEN | Prompt for a value and store it as a secret.",
    "belljar secret bind NPM_TOKEN registry.npmjs.org | Use the secret in requests to this host."
})
@Command(
        name = "secret",
        description = {
            "Manage secrets that guests use without seeing them.",
            "A secret stays on this computer. Once the secret is bound to a host name, guests get a placeholder in"
                    + " an environment variable named after the secret (with _ instead of - and .). In HTTPS requests"
                    + " to that host, the gateway replaces the placeholder with the value."
        },
        mixinStandardHelpOptions = true,
        subcommands = {
            SecretCommand.SecretAddCommand.class,
            SecretCommand.SecretListCommand.class,
            SecretCommand.SecretBindCommand.class,
            SecretCommand.SecretRemoveCommand.class
        })
final class SecretCommand {
    private static String words(SecretBinding place) {
        String only = place.sandbox() == null ? "" : ", only in " + place.sandbox();
        return place.host() + (place.anywhere() ? " (anywhere in requests)" : "") + only;
    }

    abstract static class SecretValueCommand extends SessionCommand {
        @Parameters(index = "0", paramLabel = "NAME", description = "Name of the secret, such as NPM_TOKEN.")
        String name = "";

        SecretValueCommand(CommandSession session) {
            super(session);
        }

        int shown(SecretInfo secret) {
            if (json) {
                session().json(secret);
            } else {
                boolean unbound = secret.bindings().isEmpty();
                session()
                        .line(
                                "%s is stored %s",
                                secret.name(),
                                unbound
                                        ? "but not bound to any host yet"
                                        : "and bound to " + String.join(", ", secret.bindings()));
            }
            return 0;
        }
    }

    /// `belljar secret add NAME`, with the secret's value on standard input.
    @CommandExamples({
        "belljar secret add NPM_TOKEN | Enter the value at a prompt that hides the input.",
        "pass npm/token | belljar secret add NPM_TOKEN | Read the value from the output of another program.",
        "belljar secret add GH_TOKEN --command 'gh auth token' | Run a command whenever the value is needed."
    })
    @Command(
            name = "add",
            description = "Store a secret: typed at a prompt, read from standard input, or printed by a command.",
            mixinStandardHelpOptions = true)
    static final class SecretAddCommand extends SecretValueCommand {
        @Option(
                names = "--command",
                paramLabel = "COMMAND",
                description =
                        "Store no value, but a shell command that prints it. It runs on this computer, at most every"
                                + " five minutes, when a sandbox uses the secret.")
        @Nullable
        String command;

        SecretAddCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            KeepSecret request = command == null
                    ? new KeepSecret(name, TextInput.secret("Value of the secret: "))
                    : new KeepSecret(name, null, command);
            return shown(session().agent().call(SecretApi.KEEP, request));
        }
    }

    /// `belljar secret list`.
    @CommandExamples({"belljar secret list | List the names, hosts and dates of secrets, but not their values."})
    @Command(
            name = "list",
            aliases = "ls",
            description = "List the secrets without their values.",
            mixinStandardHelpOptions = true)
    static final class SecretListCommand extends SessionCommand {
        SecretListCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            List<SecretInfo> all = session().agent().call(SecretApi.SECRETS);
            if (json) {
                session().json(all);
                return 0;
            }
            if (all.isEmpty()) {
                session().line("No secrets yet.");
                return 0;
            }
            TextTable columns = new TextTable("NAME", "ADDED", "STORED IN", "LAST USED", "HOSTS");
            for (SecretInfo secret : all) {
                columns.row(
                        secret.name(),
                        AgeText.words(secret.created(), System.currentTimeMillis()),
                        where(secret),
                        used(secret.used()),
                        secret.places().stream().map(SecretCommand::words).collect(Collectors.joining(", ")));
            }
            columns.print(session().out());
            for (SecretInfo secret : all) {
                if (secret.problem() != null) {
                    session().aside("%s has no value now: %s", secret.name(), secret.problem());
                }
            }
            return 0;
        }

        private static String where(SecretInfo secret) {
            return switch (secret.kind()) {
                case VALUE -> secret.where();
                case COMMAND -> "`" + secret.command() + "`";
                case LOGIN -> secret.where() + ", by a login";
            };
        }

        private static String used(@Nullable SecretUse use) {
            return use == null
                    ? "-"
                    : "%s by %s for %s"
                            .formatted(
                                    AgeText.words(use.time(), System.currentTimeMillis()), use.sandbox(), use.host());
        }
    }

    /// `belljar secret bind NAME HOST`.
    @CommandExamples({
        "belljar secret bind NPM_TOKEN registry.npmjs.org | Use the secret in requests to this host; "
                + "guests see only a placeholder.",
        "belljar secret bind KEY api.example.org --sandbox shop | Use the secret in only one sandbox."
    })
    @Command(
            name = "bind",
            description = {
                "Use a secret in requests to one host.",
                "Guests get a placeholder in an environment variable named after the secret (with _ instead of - and"
                        + " .). Connections to the host are inspected, and in requests the gateway replaces the"
                        + " placeholder with the value."
            },
            mixinStandardHelpOptions = true)
    static final class SecretBindCommand extends SecretValueCommand {
        @Parameters(index = "1", paramLabel = "HOST", description = "The exact host name, such as registry.npmjs.org.")
        String host = "";

        @Option(
                names = "--anywhere",
                description =
                        "Also replace the placeholder in the query and body of requests, not only in header fields.")
        boolean anywhere;

        @Option(
                names = "--sandbox",
                paramLabel = "SANDBOX",
                description = "Use the secret in this sandbox only (default: every sandbox that may reach the host).")
        @Nullable
        String sandbox;

        SecretBindCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            BindSecret request = new BindSecret(host, anywhere, sandbox);
            int done = shown(session().agent().call(SecretApi.BIND.at(name), request));
            if (!json) {
                session()
                        .aside(
                                "Connections to %s are now inspected%s. In guests, the environment variable %s"
                                        + " contains a placeholder, which the gateway replaces with the value.",
                                host,
                                sandbox == null ? " in every sandbox" : " in " + sandbox,
                                name.replace('.', '_').replace('-', '_'));
            }
            return done;
        }
    }

    /// `belljar secret remove NAME`.
    @CommandExamples({"belljar secret remove NPM_TOKEN | Delete the secret from this computer."})
    @Command(
            name = "remove",
            aliases = "rm",
            description = "Delete a secret from this computer.",
            mixinStandardHelpOptions = true)
    static final class SecretRemoveCommand extends SecretValueCommand {
        SecretRemoveCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            session().agent().call(SecretApi.REMOVE.at(name));
            if (!json) {
                session().line("%s deleted", name);
            }
            return 0;
        }
    }
}
