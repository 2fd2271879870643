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
        description = "Whose ssh keys open a sandbox, and the key it has for itself.",
        footer = {
            "",
            "`ssh belljar-NAME` needs none of this: Belljar has a key of its own for each sandbox. A branch begins",
            "without the keys its original was given."
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
    @Command(name = "add", description = "Let a public key open a sandbox by ssh.", mixinStandardHelpOptions = true)
    static final class Add extends AskingOne {
        @Parameters(
                index = "1",
                paramLabel = "KEY",
                description = "A .pub file, its one line, or - for standard input.")
        String key = "";

        Add(Session session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            SshKey added = session().agent().ssh().add(sandbox, text(key));
            if (json) {
                session().json(added);
            } else {
                session().line("%s may enter %s", words(added), sandbox);
            }
            return 0;
        }
    }

    /// `belljar ssh-key list N`.
    @Command(
            name = "list",
            aliases = "ls",
            description = "List the keys of persons that open a sandbox by ssh.",
            mixinStandardHelpOptions = true)
    static final class All extends AskingOne {
        All(Session session) {
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
                Columns columns = new Columns("FINGERPRINT", "TYPE", "COMMENT", "ADDED");
                for (SshKey key : all.keys()) {
                    columns.row(
                            key.fingerprint(),
                            key.type(),
                            key.comment(),
                            Age.words(key.added(), System.currentTimeMillis()));
                }
                columns.print(session().out());
            }
            String host = all.host();
            session()
                    .aside(
                            "%s",
                            host == null
                                    ? "The machine makes its host key when ssh is first asked for."
                                    : "The machine is known by " + host);
            return 0;
        }
    }

    /// `belljar ssh-key revoke N KEY`.
    @Command(
            name = "revoke",
            aliases = {"remove", "rm"},
            description = "Take a key back. A session it opened goes on until it ends.",
            mixinStandardHelpOptions = true)
    static final class Revoke extends AskingOne {
        @Parameters(index = "1", paramLabel = "KEY", description = "Its fingerprint, its .pub file, or its one line.")
        String key = "";

        Revoke(Session session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            SshKey revoked = session().agent().ssh().revoke(sandbox, text(key));
            if (json) {
                session().json(revoked);
            } else {
                session().line("%s may enter %s no more", words(revoked), sandbox);
            }
            return 0;
        }
    }

    /// `belljar ssh-key show N`.
    @Command(
            name = "show",
            description = "Show the public key of a running sandbox's own, for use as a deploy key.",
            mixinStandardHelpOptions = true)
    static final class Show extends AskingOne {
        Show(Session session) {
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
