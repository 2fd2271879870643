package dev.belljar.client.command.sync;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.client.transfer.WorkspacePath;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `belljar get N PATH…`: copies files out of a sandbox.
@CommandExamples({
    "belljar get shop dist/app.zip | Copy a file to the current folder, as dist/app.zip.",
    "belljar get shop dist 'reports/**/*.html' --to out | Copy a folder, and all reports.",
    "belljar get shop bin/tool --executable --to ~/tools | Copy a program and keep it executable."
})
@Command(
        exitCodeList = {
            "0:All files were copied, or were already here.",
            "1:Some files were not copied, or no files matched.",
            "2:Usage error."
        },
        name = "get",
        description = {
            "Copy files out of a sandbox, such as build output that git ignores.",
            "Only regular files are copied. Files that could run code on this computer (▲) are excluded unless you"
                    + " allow them, and copied files are not executable unless you use --executable. To continue an"
                    + " interrupted copy, run the command again."
        },
        mixinStandardHelpOptions = true)
final class GetCommand extends SandboxCommand {
    @Mixin
    CopyOptions options = new CopyOptions();

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "PATH",
            description = "File, folder or pattern in /workspace. In a pattern, ? matches one character, * any"
                    + " characters within a name, and ** any number of folders. Quote patterns.")
    List<String> paths = new ArrayList<>();

    GetCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        return new FileCopy(session(), waiting(), sandbox, options.to, json)
                .run(paths.stream().map(WorkspacePath::relative).toList(), options.choice());
    }
}
