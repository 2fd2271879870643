package dev.belljar.client.command.network;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.AuthorityApi;
import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.request.network.ChooseMirrors;
import dev.belljar.contract.view.network.MirrorChange;
import dev.belljar.contract.view.network.MirrorList;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `belljar mirror`: the mirrors of package managers that guests take over from this host.
@CommandExamples({
    "belljar mirror list | List the mirrors in your npm, pip, apt, cargo and Maven configuration.",
    "belljar mirror use npm pip | Make all guests use your mirrors for npm and pip."
})
@Command(
        name = "mirror",
        description = {
            "Choose which mirrors and registries guests use.",
            "By default, package managers in guests use the public registries. Your npm, pip, apt, cargo or Maven"
                    + " configuration on this computer may specify others. Guests use these only if you choose them."
        },
        mixinStandardHelpOptions = true,
        subcommands = {
            MirrorCommand.MirrorListCommand.class,
            MirrorCommand.MirrorUseCommand.class,
            MirrorCommand.MirrorForgetCommand.class
        })
final class MirrorCommand {
    /// `belljar mirror list`.
    @CommandExamples({"belljar mirror list | List the mirrors with their ids, including mirrors that guests cannot use."
    })
    @Command(
            name = "list",
            aliases = "ls",
            description = "List the mirrors, registries and proxies in your package managers' configuration.",
            mixinStandardHelpOptions = true)
    static final class MirrorListCommand extends SessionCommand {
        MirrorListCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            MirrorList list = session().agent().call(AuthorityApi.MIRRORS);
            if (json) {
                session().json(list);
            } else {
                new MirrorText(session()).print(list);
            }
            return 0;
        }
    }

    abstract static class MirrorChoiceCommand extends SessionCommand {
        @Parameters(
                arity = "1..*",
                paramLabel = "MIRROR",
                description =
                        "Id of the mirror, or at least its first four digits; or npm, pip, apt, cargo or maven for"
                                + " all mirrors in that tool's configuration.")
        List<String> mirrors = new ArrayList<>();

        private final Operation<ChooseMirrors, MirrorChange> operation;

        MirrorChoiceCommand(CommandSession session, Operation<ChooseMirrors, MirrorChange> operation) {
            super(session);
            this.operation = operation;
        }

        @Override
        public Integer call() throws Exception {
            MirrorChange change = session().agent().call(operation, new ChooseMirrors(mirrors));
            if (json) {
                session().json(change);
            } else {
                new MirrorText(session()).print(change);
            }
            return 0;
        }
    }

    /// `belljar mirror use MIRROR...`.
    @CommandExamples({
        "belljar mirror use npm | Make all guests use the registries in your npm configuration.",
        "belljar mirror use 4f2a91c0 | Make all guests use one mirror."
    })
    @Command(
            name = "use",
            description = "Make package managers in all guests use mirrors from your configuration.",
            footer = {
                "",
                "Passwords and tokens stay on this computer; guests get placeholders instead, as with secrets. If a"
                        + " password or token changes, run the command again. The command does not change the network"
                        + " rules, but prints what they must allow."
            },
            mixinStandardHelpOptions = true)
    static final class MirrorUseCommand extends MirrorChoiceCommand {
        MirrorUseCommand(CommandSession session) {
            super(session, AuthorityApi.USE_MIRRORS);
        }
    }

    /// `belljar mirror forget MIRROR...`.
    @CommandExamples({"belljar mirror forget npm | Make guests use the public npm registry again."})
    @Command(name = "forget", description = "Stop using mirrors in guests.", mixinStandardHelpOptions = true)
    static final class MirrorForgetCommand extends MirrorChoiceCommand {
        MirrorForgetCommand(CommandSession session) {
            super(session, AuthorityApi.FORGET_MIRRORS);
        }
    }
}
