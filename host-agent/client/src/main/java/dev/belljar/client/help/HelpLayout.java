package dev.belljar.client.help;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// Lays out the help of all commands: the main command's list in groups, and examples and exit codes for each.
public final class HelpLayout {
    private static final String EXAMPLES = "examples";
    private static final String HELP = "help";
    private static final String INDENT = "  ";

    private final Set<CommandSpec> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private HelpLayout() {}

    /// Applies the layout to the main command and all its subcommands.
    public static void apply(CommandLine root) {
        new HelpLayout().command(root);
        List<String> sections = new ArrayList<>(root.getHelpSectionKeys());
        sections.add(EXAMPLES);
        // This also applies to all subcommands.
        root.setHelpSectionKeys(sections);
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, _ -> "");
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, HelpLayout::groups);
    }

    private void command(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        // A command with an alias is found under both names.
        if (!seen.add(spec)) {
            return;
        }
        if (!spec.usageMessage().exitCodeList().isEmpty()) {
            spec.usageMessage().exitCodeListHeading("%nExit codes:%n");
        }
        line.getHelpSectionMap().put(EXAMPLES, help -> examples(help.commandSpec()));
        List<CommandLine> below = List.copyOf(line.getSubcommands().values());
        if (!below.isEmpty() && !line.getSubcommands().containsKey(HELP)) {
            CommandLine help = new CommandLine(new HelpCommand());
            help.getCommandSpec().usageMessage().hidden(true);
            line.addSubcommand(HELP, help);
        }
        below.forEach(this::command);
    }

    private static String examples(CommandSpec spec) {
        StringBuilder text = new StringBuilder();
        for (CommandExample example : CommandExample.of(spec)) {
            text.append(text.isEmpty() ? "%nExamples:%n".formatted() : "")
                    .append(INDENT)
                    .append(example.line())
                    .append(System.lineSeparator())
                    .append(INDENT.repeat(3))
                    .append(example.purpose())
                    .append(System.lineSeparator());
        }
        return text.toString();
    }

    private static String groups(Help help) {
        CommandSpec root = help.commandSpec();
        List<CommandGroup> groups = CommandGroup.of(root);
        int widest = groups.stream()
                .flatMap(group -> group.shown(root).stream())
                .mapToInt(spec -> spec.name().length())
                .max()
                .orElse(0);
        StringBuilder text = new StringBuilder();
        for (CommandGroup group : groups) {
            text.append("%n%s:%n".formatted(group.title()));
            for (CommandSpec spec : group.shown(root)) {
                text.append(INDENT)
                        .append(spec.name())
                        .append(" ".repeat(widest - spec.name().length() + 2))
                        .append(summary(spec))
                        .append(System.lineSeparator());
            }
        }
        return text.toString();
    }

    /// The one-line summary of a command.
    static String summary(CommandSpec spec) {
        String[] description = spec.usageMessage().description();
        return description.length == 0 ? "" : description[0];
    }
}
