package dev.belljar.client.help;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// Writes manual pages with troff's `man` macros, from the same model as the help.
///
/// Picocli's own generator writes AsciiDoc, which only a Ruby program turns into pages.
final class ManualPages {
    private static final String PREFORMATTED = "  ";

    private final CommandSpec root;

    ManualPages(CommandSpec root) {
        this.root = root;
    }

    /// Returns every command that the help lists, the main command first.
    List<CommandSpec> commands() {
        Set<CommandSpec> all = new LinkedHashSet<>();
        collect(root, all);
        return List.copyOf(all);
    }

    private static void collect(CommandSpec spec, Set<CommandSpec> all) {
        if (!spec.usageMessage().hidden() && all.add(spec)) {
            below(spec).forEach(sub -> collect(sub, all));
        }
    }

    private static List<CommandSpec> below(CommandSpec spec) {
        return spec.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .distinct()
                .filter(sub -> !sub.usageMessage().hidden())
                .toList();
    }

    /// The name of a command's page, for example `belljar-policy-set`.
    static String name(CommandSpec spec) {
        return spec.qualifiedName("-");
    }

    /// Returns the complete page of a command.
    String page(CommandSpec spec) {
        TroffPage page = new TroffPage();
        String version = String.join(" ", root.version()).replaceFirst("^belljar", "Belljar");
        page.macro("TH", name(spec).toUpperCase(Locale.ROOT), "1", "", version, "User Commands");
        page.section("NAME");
        page.text(name(spec).replace("-", "\\-") + " \\- "
                + TroffPage.escaped(HelpLayout.summary(spec).replaceFirst("\\.$", "")));
        page.section("SYNOPSIS");
        synopsis(page, spec);
        page.section("DESCRIPTION");
        description(page, spec);
        arguments(page, spec);
        page.section("OPTIONS");
        for (OptionSpec option : spec.options()) {
            if (!option.hidden()) {
                page.item(label(option), sentences(option));
            }
        }
        commands(page, spec);
        exitStatus(page, spec);
        page.section("EXAMPLES");
        for (CommandExample example : CommandExample.of(spec)) {
            page.item(TroffPage.bold(example.line()), example.purpose());
        }
        seeAlso(page, spec);
        return page.toString();
    }

    private static void synopsis(TroffPage page, CommandSpec spec) {
        String all = new Help(spec, Help.defaultColorScheme(Help.Ansi.OFF))
                .synopsis(0)
                .strip();
        String words = all.replaceAll("\\s+", " ");
        String name = spec.qualifiedName();
        page.text(TroffPage.bold(name));
        if (words.length() > name.length()) {
            page.text(TroffPage.escaped(words.substring(name.length()).strip()));
        }
    }

    private static void description(TroffPage page, CommandSpec spec) {
        page.text(TroffPage.escaped(HelpLayout.summary(spec)));
        String[] description = spec.usageMessage().description();
        paragraphs(page, List.of(description).subList(Math.min(1, description.length), description.length));
        paragraphs(page, List.of(spec.usageMessage().footer()));
    }

    private static void paragraphs(TroffPage page, List<String> lines) {
        boolean table = false;
        for (String line : lines) {
            boolean preformatted = line.startsWith(PREFORMATTED);
            if (preformatted != table) {
                page.macro(preformatted ? "PP" : "fi");
                if (preformatted) {
                    page.macro("nf");
                }
                table = preformatted;
            }
            if (preformatted) {
                page.text(TroffPage.escaped(line));
            } else if (!line.isBlank()) {
                page.macro("PP");
                page.text(TroffPage.escaped(line));
            }
        }
        if (table) {
            page.macro("fi");
        }
    }

    private static void arguments(TroffPage page, CommandSpec spec) {
        List<PositionalParamSpec> arguments =
                spec.positionalParameters().stream().filter(p -> !p.hidden()).toList();
        if (!arguments.isEmpty()) {
            page.section("ARGUMENTS");
            arguments.forEach(argument -> page.item(TroffPage.italic(argument.paramLabel()), sentences(argument)));
        }
    }

    private static void commands(TroffPage page, CommandSpec spec) {
        if (spec.parent() == null) {
            for (CommandGroup group : CommandGroup.of(spec)) {
                page.section(group.title().toUpperCase(Locale.ROOT));
                group.shown(spec).forEach(sub -> command(page, sub));
            }
            return;
        }
        Collection<CommandSpec> below = below(spec);
        if (!below.isEmpty()) {
            page.section("COMMANDS");
            below.forEach(sub -> command(page, sub));
        }
    }

    private static void command(TroffPage page, CommandSpec sub) {
        page.item(TroffPage.bold(sub.names().stream().collect(Collectors.joining(", "))), HelpLayout.summary(sub));
    }

    private static void exitStatus(TroffPage page, CommandSpec spec) {
        Map<String, String> codes = spec.usageMessage().exitCodeList();
        page.section("EXIT STATUS");
        if (codes.isEmpty()) {
            page.text(TroffPage.escaped("0 on success, 1 if a problem occurred, 2 on a usage error."));
        }
        codes.forEach((code, meaning) -> page.item(TroffPage.bold(code), meaning));
    }

    private static void seeAlso(TroffPage page, CommandSpec spec) {
        List<String> others = new ArrayList<>();
        if (spec.parent() != null) {
            others.add(name(spec.parent()));
        }
        below(spec).forEach(sub -> others.add(name(sub)));
        page.section("SEE ALSO");
        page.text(others.stream().map(name -> TroffPage.bold(name) + "(1)").collect(Collectors.joining(", ")));
    }

    private static String label(OptionSpec option) {
        String names = Arrays.stream(option.names()).map(TroffPage::bold).collect(Collectors.joining(", "));
        if (option.arity().max() == 0) {
            return names;
        }
        String value = "=" + TroffPage.italic(option.paramLabel());
        return names + (option.arity().min() == 0 ? "[" + value + "]" : value);
    }

    private static String sentences(ArgSpec argument) {
        return String.join(" ", argument.description()).replace("%%", "%");
    }
}
