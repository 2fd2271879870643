package dev.belljar.client.command.access;

import dev.belljar.client.console.AgeText;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.TextInput;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.request.session.AddSshKey;
import dev.belljar.contract.request.session.RevokeSshKey;
import dev.belljar.contract.view.session.MachineKey;
import dev.belljar.contract.view.session.SshKey;
import dev.belljar.contract.view.session.SshKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `belljar ssh-key`: manages the keys authorized for ssh into a machine, and shows the machine's own key.
@CommandExamples({
    "belljar ssh-key add shop ~/.ssh/id_ed25519.pub | Allow logins with a public key.",
    "belljar ssh-key list shop | List the added keys."
})
@Command(
        name = "ssh-key",
        description = "Manage the SSH keys that can log in to a sandbox.",
        footer = {
            "",
            "You don't need to add a key for `ssh belljar-NAME`, because Belljar has its own key for each sandbox. A"
                    + " branch starts without the keys that were added to the original sandbox."
        },
        mixinStandardHelpOptions = true,
        subcommands = {
            SshKeyCommand.SshKeyAddCommand.class,
            SshKeyCommand.SshKeyListCommand.class,
            SshKeyCommand.SshKeyRevokeCommand.class,
            SshKeyCommand.SshKeyShowCommand.class
        })
final class SshKeyCommand {
    /// Returns the text of a `.pub` file, of standard input for `-`, or the given text itself if there is no
    /// such file.
    static String text(String given) throws IOException {
        if (given.equals("-")) {
            return TextInput.read(given);
        }
        try {
            // The base64 text of a key contains slashes, so a text with a space, which every key has, is
            // never taken for a path.
            boolean file = !given.contains(" ") && Files.isRegularFile(Path.of(given));
            return file ? TextInput.read(given) : given;
        } catch (InvalidPathException e) {
            return given;
        }
    }

    /// Returns the text of a `.pub` file, of standard input for `-`, or the given text itself if it has a space, which
    /// every key has and a path hardly ever.
    ///
    /// @throws IOException when there is no such file
    static String key(String given) throws IOException {
        String text = text(given);
        return text.equals(given) && !given.contains(" ") ? TextInput.read(given) : text;
    }

    private static String words(SshKey key) {
        return "%s %s%s".formatted(key.fingerprint(), key.type(), key.comment().isEmpty() ? "" : " " + key.comment());
    }

    /// `belljar ssh-key add N KEY`.
    @CommandExamples({"belljar ssh-key add shop ~/.ssh/id_ed25519.pub | Allow logins with a public key."})
    @Command(
            name = "add",
            description = "Add a public key that can log in to a sandbox.",
            mixinStandardHelpOptions = true)
    static final class SshKeyAddCommand extends SandboxCommand {
        @Parameters(
                index = "1",
                paramLabel = "KEY",
                description = "A .pub file, the contents of one, or - to read standard input.")
        String key = "";

        SshKeyAddCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            SshKey added = session().agent().call(AccessApi.ADD_SSH_KEY.at(sandbox), new AddSshKey(key(key)));
            if (json) {
                session().json(added);
            } else {
                session().line("%s can now log in to %s", words(added), sandbox);
            }
            return 0;
        }
    }

    /// `belljar ssh-key list N`.
    @CommandExamples({"belljar ssh-key list shop | List the added keys."})
    @Command(
            name = "list",
            aliases = "ls",
            description = "List the keys that were added to a sandbox.",
            mixinStandardHelpOptions = true)
    static final class SshKeyListCommand extends SandboxCommand {
        SshKeyListCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            SshKeys all = session().agent().call(AccessApi.SSH_KEYS.at(sandbox));
            if (json) {
                session().json(all);
                return 0;
            }
            if (all.keys().isEmpty()) {
                session().line("No SSH keys have been added to %s: only this computer can log in.", sandbox);
            } else {
                TextTable columns = new TextTable("FINGERPRINT", "TYPE", "COMMENT", "ADDED");
                for (SshKey key : all.keys()) {
                    columns.row(
                            key.fingerprint(),
                            key.type(),
                            key.comment(),
                            AgeText.words(key.added(), System.currentTimeMillis()));
                }
                columns.print(session().out());
            }
            String host = all.host();
            session()
                    .aside(
                            "%s",
                            host == null
                                    ? "The guest creates its host key on the first SSH connection."
                                    : "Guest host key: " + host);
            return 0;
        }
    }

    /// `belljar ssh-key revoke N KEY`.
    @CommandExamples({"belljar ssh-key revoke shop ~/.ssh/id_ed25519.pub | Stop allowing logins with this key."})
    @Command(
            name = "revoke",
            aliases = {"remove", "rm"},
            description = "Revoke a key. Sessions that are already open stay open.",
            mixinStandardHelpOptions = true)
    static final class SshKeyRevokeCommand extends SandboxCommand {
        @Parameters(
                index = "1",
                paramLabel = "KEY",
                description = "The key's fingerprint, its .pub file, or the" + " contents of that file.")
        String key = "";

        SshKeyRevokeCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            SshKey revoked = session().agent().call(AccessApi.REVOKE_SSH_KEY.at(sandbox), new RevokeSshKey(text(key)));
            if (json) {
                session().json(revoked);
            } else {
                session().line("%s can no longer log in to %s", words(revoked), sandbox);
            }
            return 0;
        }
    }

    /// `belljar ssh-key show N`.
    @CommandExamples({"belljar ssh-key show shop | Print the sandbox's own public key."})
    @Command(
            name = "show",
            description = "Print a running sandbox's public key, for use as a deploy key.",
            mixinStandardHelpOptions = true)
    static final class SshKeyShowCommand extends SandboxCommand {
        SshKeyShowCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            MachineKey own = session().agent().call(AccessApi.MACHINE_KEY.at(sandbox));
            if (json) {
                session().json(own);
            } else {
                session().line("%s", own.key());
            }
            return 0;
        }
    }
}
