package dev.belljar.client.command.sync;

import dev.belljar.client.command.sync.CopyPlace.LocalPlace;
import dev.belljar.client.command.sync.CopyPlace.SandboxPlace;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.help.CommandExamples;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `belljar cp N:PATH LOCAL` and `belljar cp LOCAL N:PATH`: copies one file or folder out of a sandbox or into it,
/// under the name that the target says.
@CommandExamples({
    "belljar cp shop:dist/app.zip . | Copy a file from /workspace to the current folder.",
    "belljar cp shop:dist out | Copy a folder to out or, if out already exists, to out/dist.",
    "belljar cp data.csv shop:fixtures/old.csv | Copy a file to /workspace under another name.",
    "belljar cp ~/fonts/. shop:/home/agent/.fonts | Copy everything in a folder."
})
@Command(
        exitCodeList = {
            "0:Everything was copied, or was already there.",
            "1:Nothing was copied, or some of the files were not.",
            "2:Usage error."
        },
        name = "cp",
        description = {
            "Copy a file or folder into or out of a sandbox, like cp.",
            "If TARGET is a folder, the copy is placed in it; otherwise TARGET is the name of the copy. As with"
                    + " `belljar get`, only files in /workspace can be copied out of a sandbox, and existing files on"
                    + " this computer are overwritten only with --force. As with `belljar put`, files copied into a"
                    + " sandbox replace existing files with the same names; if git in the sandbox tracks any of them,"
                    + " nothing is copied."
        },
        mixinStandardHelpOptions = true)
final class CpCommand extends SessionCommand {
    @Mixin
    CopyLimits limits = new CopyLimits();

    @Parameters(
            index = "0",
            paramLabel = "SOURCE",
            description = "SANDBOX:PATH, where PATH is absolute or relative to /workspace, or a path on this computer."
                    + " A folder path that ends in /. means everything in that folder.")
    String source = "";

    @Parameters(
            index = "1",
            paramLabel = "TARGET",
            description = "Where to copy to: SANDBOX:PATH or a path on this computer. The folder that contains TARGET"
                    + " must exist.")
    String target = "";

    @Spec
    private CommandSpec itself = CommandSpec.create();

    CpCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        CopyPlace from = place("SOURCE", source);
        CopyPlace to = place("TARGET", target);
        return switch (from) {
            case SandboxPlace out -> out(out, to);
            case LocalPlace in -> in(in, to);
        };
    }

    private int out(SandboxPlace from, CopyPlace to) throws Exception {
        if (!(to instanceof LocalPlace local)) {
            throw wrong("SOURCE and TARGET are both in a sandbox: copy to this computer first");
        }
        String path = inWorkspace(from);
        if (path.contains("*") || path.contains("?")) {
            throw wrong("SOURCE \"%s\": expected one file or folder; for patterns, use `belljar get`", source);
        }
        return new CopyOut(session(), waiting(), from, path, json).run(local, limits.choice());
    }

    private int in(LocalPlace from, CopyPlace to) throws Exception {
        if (!(to instanceof SandboxPlace guest)) {
            throw wrong(
                    "SOURCE and TARGET are both on this computer: write one of them as SANDBOX:PATH, such as"
                            + " shop:%s",
                    target);
        }
        if (limits.given()) {
            throw wrong("--allow, --allow-all, --executable, --force and --max-size apply only when you copy out of a"
                    + " sandbox");
        }
        return new CopyIn(session(), waiting(), from, json).run(guest);
    }

    private CopyPlace place(String label, String text) {
        try {
            CopyPlace place = CopyPlace.of(text);
            if (place instanceof SandboxPlace guest) {
                SandboxCommand.checked(
                        guest.sandbox(),
                        itself,
                        "; if the name of a file on this computer contains a colon, write ./NAME");
            }
            return place;
        } catch (IllegalArgumentException e) {
            throw wrong("%s \"%s\": %s", label, text, String.valueOf(e.getMessage()));
        }
    }

    private String inWorkspace(SandboxPlace from) {
        try {
            return from.inWorkspace();
        } catch (IllegalArgumentException e) {
            throw wrong("SOURCE \"%s\": %s", source, String.valueOf(e.getMessage()));
        }
    }

    private ParameterException wrong(String text, Object... values) {
        return new ParameterException(itself.commandLine(), text.formatted(values));
    }
}
