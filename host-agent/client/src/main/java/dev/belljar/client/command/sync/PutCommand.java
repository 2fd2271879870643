package dev.belljar.client.command.sync;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.client.transfer.FileUpload;
import dev.belljar.client.transfer.WorkspacePath;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `belljar put N FILE…`: copies files into a sandbox.
@CommandExamples({
    "belljar put shop data.csv | Copy a file to /workspace/data.csv.",
    "belljar put shop fixtures --to testdata | Copy a folder to /workspace/testdata/fixtures."
})
@Command(
        exitCodeList = {
            "0:The files were copied.",
            "1:Nothing was copied, links were skipped, or some files are incomplete because they changed while being"
                    + " read.",
            "2:Usage error."
        },
        name = "put",
        description = {
            "Copy files from this computer into a sandbox.",
            "Existing files with the same names are replaced; if git in the sandbox tracks any of them, nothing is"
                    + " copied. Git ignores the copied files, so they are not synced back. Links that you specify as"
                    + " FILE are followed; links inside folders are not copied."
        },
        mixinStandardHelpOptions = true)
final class PutCommand extends SandboxCommand {
    @Option(
            names = "--to",
            paramLabel = "PATH",
            defaultValue = ".",
            description = "Folder in the sandbox, relative to /workspace or absolute (default: /workspace).")
    String to = ".";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "FILE", description = "File or folder on this computer.")
    List<Path> files = new ArrayList<>();

    PutCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        String folder = WorkspacePath.absolute(to);
        FileUpload upload = new FileUpload(session().agent(), sandbox, folder);
        return new FileSending(session(), waiting(), sandbox, folder, json).run(() -> upload.run(files));
    }
}
