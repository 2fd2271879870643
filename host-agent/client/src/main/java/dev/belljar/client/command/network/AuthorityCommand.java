package dev.belljar.client.command.network;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.AuthorityApi;
import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.request.network.ChooseAuthorities;
import dev.belljar.contract.view.network.AuthorityChange;
import dev.belljar.contract.view.network.AuthorityList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `belljar authority`: the certificate authorities of this host that guests trust.
@CommandExamples({
    "belljar authority list | List this computer's authorities, and show which of them guests trust.",
    "belljar authority trust 4f2a91c0 | Make the guests in all sandboxes trust this authority."
})
@Command(
        name = "authority",
        description = {
            "Choose which certificate authorities guests trust.",
            "Guests trust the certificate authorities included in their distribution. This computer may have others,"
                    + " such as your company's own. Guests trust these only if you choose them."
        },
        mixinStandardHelpOptions = true,
        subcommands = {
            AuthorityCommand.AuthorityListCommand.class,
            AuthorityCommand.AuthorityTrustCommand.class,
            AuthorityCommand.AuthorityRevokeCommand.class
        })
final class AuthorityCommand {
    /// `belljar authority list`.
    @CommandExamples({
        "belljar authority list | List each authority with its subject, issuer, validity, fingerprint and source."
    })
    @Command(
            name = "list",
            aliases = "ls",
            description = "List this computer's certificate authorities, except those included in its distribution.",
            mixinStandardHelpOptions = true)
    static final class AuthorityListCommand extends SessionCommand {
        AuthorityListCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            AuthorityList list = session().agent().call(AuthorityApi.AUTHORITIES);
            if (json) {
                session().json(list);
            } else {
                new AuthorityText(session()).print(list);
            }
            return 0;
        }
    }

    abstract static class AuthorityChoiceCommand extends SessionCommand {
        @Parameters(
                arity = "1..*",
                paramLabel = "FINGERPRINT",
                description = "SHA-256 fingerprint of the authority, or at least its first six digits.")
        List<String> fingerprints = new ArrayList<>();

        @Option(
                names = "--project",
                paramLabel = "PATH",
                description =
                        "Apply this only to the sandboxes of the project in this folder (default: all sandboxes).")
        @Nullable
        Path project;

        private final Operation<ChooseAuthorities, AuthorityChange> operation;

        AuthorityChoiceCommand(CommandSession session, Operation<ChooseAuthorities, AuthorityChange> operation) {
            super(session);
            this.operation = operation;
        }

        @Override
        public Integer call() throws Exception {
            Path chosen = project;
            String folder =
                    chosen == null ? null : chosen.toAbsolutePath().normalize().toString();
            AuthorityChange change = session().agent().call(operation, new ChooseAuthorities(fingerprints, folder));
            if (json) {
                session().json(change);
            } else {
                new AuthorityText(session()).print(change);
            }
            return 0;
        }
    }

    /// `belljar authority trust FINGERPRINT...`.
    @CommandExamples({
        "belljar authority trust 4f2a91c0 | Make the guests in all sandboxes trust this authority.",
        "belljar authority trust 4f2a91c0 --project ~/src/shop | Make only guests in one project's sandboxes trust it."
    })
    @Command(
            name = "trust",
            description = "Make guests trust one or more of this computer's certificate authorities.",
            footer = {
                "",
                "Anyone who has an authority's key can impersonate any server to programs that trust the authority."
                        + " Running sandboxes trust a newly added authority immediately, but programs that are"
                        + " already running in them must be restarted."
            },
            mixinStandardHelpOptions = true)
    static final class AuthorityTrustCommand extends AuthorityChoiceCommand {
        AuthorityTrustCommand(CommandSession session) {
            super(session, AuthorityApi.TRUST);
        }
    }

    /// `belljar authority revoke FINGERPRINT...`.
    @CommandExamples({
        "belljar authority revoke 4f2a91c0 | Stop trusting this authority in all sandboxes.",
        "belljar authority revoke 4f2a91c0 --project ~/src/shop | Stop trusting it in one project's sandboxes."
    })
    @Command(
            name = "revoke",
            description = "Make guests stop trusting one or more of this computer's certificate authorities.",
            mixinStandardHelpOptions = true)
    static final class AuthorityRevokeCommand extends AuthorityChoiceCommand {
        AuthorityRevokeCommand(CommandSession session) {
            super(session, AuthorityApi.REVOKE);
        }
    }
}
