package dev.belljar.client.command.host;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.help.CommandExamples;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `belljar completion`: prints the shell completion script for this program.
@CommandExamples({". <(belljar completion) | Enable command completion in this shell."})
@Command(
        name = "completion",
        description = "Print a shell completion script for bash and zsh.",
        mixinStandardHelpOptions = true)
final class CompletionCommand implements Callable<Integer> {
    private final CommandSession session;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    CompletionCommand(CommandSession session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        session.out().print(AutoComplete.bash("belljar", spec.root().commandLine()));
        return 0;
    }
}
