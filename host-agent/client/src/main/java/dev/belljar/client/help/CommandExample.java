package dev.belljar.client.help;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/// One example of a command.
///
/// @param line the command line to type
/// @param purpose what the command line does, in one sentence
record CommandExample(String line, String purpose) {
    private static final String BAR = " | ";

    /// The examples of a command, in the order in which they are written.
    static List<CommandExample> of(CommandSpec command) {
        CommandExamples examples = command.userObject().getClass().getAnnotation(CommandExamples.class);
        return examples == null
                ? List.of()
                : Stream.of(examples.value()).map(CommandExample::read).toList();
    }

    // The command line may be a pipe, so the last bar divides.
    private static CommandExample read(String text) {
        int bar = text.lastIndexOf(BAR);
        if (bar < 0) {
            throw new IllegalStateException("expected \"" + BAR + "\" in the example " + text);
        }
        return new CommandExample(text.substring(0, bar), text.substring(bar + BAR.length()));
    }
}
