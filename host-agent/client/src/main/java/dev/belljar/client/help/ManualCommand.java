package dev.belljar.client.help;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `belljar man sync`: prints the manual page of a command in troff, for `man -l -` and for the package.
@CommandExamples({
    "belljar man policy set | man -l - | Read a command's manual page.",
    "belljar man --all man1 | Write all manual pages to the directory man1."
})
@Command(
        name = "man",
        description = "Print a command's manual page in the format that `man -l -` reads.",
        mixinStandardHelpOptions = true)
public final class ManualCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..*",
            paramLabel = "COMMAND",
            description = "Command to print the page for, such as policy set (default: belljar itself).")
    List<String> names = new ArrayList<>();

    @Option(
            names = "--all",
            paramLabel = "DIR",
            description = "Write the manual pages of all commands to this directory instead. The directory is"
                    + " created if it is missing.")
    @Nullable
    Path folder;

    @Spec
    CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        ManualPages pages = new ManualPages(spec.root());
        Path to = folder;
        if (to == null) {
            spec.commandLine()
                    .getOut()
                    .print(pages.page(HelpCommand.find(spec.root().commandLine(), names, spec)
                            .getCommandSpec()));
            spec.commandLine().getOut().flush();
            return 0;
        }
        Files.createDirectories(to);
        for (CommandSpec command : pages.commands()) {
            Files.writeString(to.resolve(ManualPages.name(command) + ".1"), pages.page(command));
        }
        return 0;
    }
}
