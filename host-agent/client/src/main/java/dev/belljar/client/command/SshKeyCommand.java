package dev.belljar.client.command;

import dev.belljar.contract.view.MachineKey;
import dev.belljar.contract.view.SshKey;
import dev.belljar.contract.view.SshKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `belljar ssh-key`: whose keys open a machine, and which key it has for itself.
@Command(
        name = "ssh-key",
        description = "The ssh keys that may log in to a sandbox, and the sandbox's own key.",
        footer = {
            "",
            "`ssh belljar-NAME` needs none of this: Belljar has a key of its own for each sandbox. A branch starts",
            "without the keys that were added to its original."
        },
        mixinStandardHelpOptions = true,
        subcommands = {
            SshKeyCommand.Add.class,
            SshKeyCommand.All.class,
            SshKeyCommand.Revoke.class,
            SshKeyCommand.Show.class
        })
final class SshKeyCommand {
    /// The text of a `.pub` file, or the words themselves when there is no such file.
    static String text(String given) throws IOException {
        if (given.equals("-")) {
            return TextInput.read(given);
        }
        try {
            // A key's base64 has slashes, and what begins like a key is one.
            boolean file = !given.contains(" ") && Files.isRegularFile(Path.of(given));
            return file ? TextInput.read(given) : given;
        } catch (InvalidPathException e) {
            return given;
        }
    }

    private static String words(SshKey key) {
        return "%s %s%s".formatted(key.fingerprint(), key.type(), key.comment().isEmpty() ? "" : " " + key.comment());
    }

    /// `belljar ssh-key add N KEY`.
    @Command(
            name = "add",
            description = "Allow a public key to log in to a sandbox by ssh.",
            mixinStandardHelpOptions = true)
    static final class Add extends SandboxCommand {
        @Parameters(
                index = "1",
                paramLabel = "KEY",
                description = "A .pub file, its one line, or - for standard input.")
        String key = "";

        Add(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            SshKey added = session().agent().ssh().add(sandbox, text(key));
            if (json) {
                session().json(added);
            } else {
                session().line("%s may log in to %s", words(added), sandbox);
            }
            return 0;
        }
    }

    /// `belljar ssh-key list N`.
    @Command(
            name = "list",
            aliases = "ls",
            description = "List the added keys that may log in to a sandbox by ssh.",
            mixinStandardHelpOptions = true)
    static final class All extends SandboxCommand {
        All(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            SshKeys all = session().agent().ssh().keys(sandbox);
            if (json) {
                session().json(all);
                return 0;
            }
            if (all.keys().isEmpty()) {
                session().line("No keys were added to %s.", sandbox);
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
                                    ? "The machine generates its host key at the first ssh connection."
                                    : "The machine's host key is " + host);
            return 0;
        }
    }

    /// `belljar ssh-key revoke N KEY`.
    @Command(
            name = "revoke",
            aliases = {"remove", "rm"},
            description = "Revoke a key. A session it has already opened stays open until it ends.",
            mixinStandardHelpOptions = true)
    static final class Revoke extends SandboxCommand {
        @Parameters(index = "1", paramLabel = "KEY", description = "Its fingerprint, its .pub file, or its one line.")
        String key = "";

        Revoke(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            SshKey revoked = session().agent().ssh().revoke(sandbox, text(key));
            if (json) {
                session().json(revoked);
            } else {
                session().line("%s may no longer log in to %s", words(revoked), sandbox);
            }
            return 0;
        }
    }

    /// `belljar ssh-key show N`.
    @Command(
            name = "show",
            description = "Show a running sandbox's own public key, for use as a deploy key.",
            mixinStandardHelpOptions = true)
    static final class Show extends SandboxCommand {
        Show(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            MachineKey own = session().agent().ssh().own(sandbox);
            if (json) {
                session().json(own);
            } else {
                session().line("%s", own.key());
            }
            return 0;
        }
    }
}
