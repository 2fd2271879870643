package dev.belljar.client.command;

import dev.belljar.contract.text.SimilarWords;
import dev.belljar.contract.text.VisibleText;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Says in plain words why arguments cannot be used, and where to read what the command expects. Suggests similar
/// words, and commands of this program for command names that other programs use. The suggestions are only printed.
final class UsageErrors implements IParameterExceptionHandler {
    static final Map<String, String> MEANT = Map.ofEntries(
            Map.entry("show", "list"),
            Map.entry("info", "list"),
            Map.entry("describe", "report"),
            Map.entry("processes", "ps"),
            Map.entry("top", "ps"),
            Map.entry("network", "net"),
            Map.entry("flows", "net"),
            Map.entry("log", "events"),
            Map.entry("logs", "events"),
            Map.entry("journal", "events"),
            Map.entry("remove", "destroy"),
            Map.entry("delete", "destroy"),
            Map.entry("ssh", "shell"),
            Map.entry("attach", "terminal"),
            Map.entry("env", "environment"),
            Map.entry("new", "create"),
            Map.entry("add", "create"),
            Map.entry("resume", "start"),
            Map.entry("hibernate", "stop --hibernate"),
            Map.entry("pause", "stop --hibernate"),
            Map.entry("clone", "branch"),
            Map.entry("fork", "branch"),
            Map.entry("pull", "sync"),
            Map.entry("copy", "cp"),
            Map.entry("scp", "cp"),
            Map.entry("download", "get"),
            Map.entry("upload", "put"),
            Map.entry("urls", "routes"),
            Map.entry("ports", "routes"),
            Map.entry("secrets", "secret list"));

    @Override
    public int handleParseException(ParameterException problem, String[] args) {
        CommandSpec command = problem.getCommandLine().getCommandSpec();
        // The message may repeat arguments, which can contain characters that control the terminal.
        String message = VisibleText.line(words(problem, command, List.of(args)));
        problem.getCommandLine().getErr().println(command.qualifiedName() + ": " + message);
        problem.getCommandLine().getErr().println("  See `" + command.qualifiedName() + " --help`.");
        return CommandLine.ExitCode.USAGE;
    }

    private static String words(ParameterException problem, CommandSpec command, List<String> args) {
        @Nullable ArgSpec argument = problem.getArgSpec();
        return switch (problem) {
            case UnmatchedArgumentException unmatched ->
                unmatched(unmatched.getUnmatched().getFirst(), command)
                        + repeated(unmatched.getUnmatched().getFirst(), command, args);
            case MissingParameterException missing
            when !missing.getMissing().isEmpty() ->
                missing(missing.getMissing()) + taken(missing.getMissing(), command);
            case OverwrittenOptionException twice -> name(twice.getOverwritten()) + " is given more than once";
            default ->
                argument != null
                        ? invalid(problem, argument)
                        : withoutCommand(problem, command)
                                ? "expected one of the commands " + String.join(", ", commands(command))
                                : String.valueOf(problem.getMessage());
        };
    }

    private static String unmatched(String word, CommandSpec command) {
        if (word.startsWith("-")) {
            return "unknown option \"%s\"%s"
                    .formatted(word, suggestion(word, command.optionsMap().keySet()));
        }
        if (command.subcommands().isEmpty()) {
            return "unexpected argument \"%s\"".formatted(word);
        }
        @Nullable String meant = command.parent() == null ? MEANT.get(word) : null;
        return "unknown command \"%s\"%s"
                .formatted(
                        word,
                        meant == null
                                ? suggestion(word, commands(command))
                                : ". Did you mean `belljar %s`?".formatted(meant));
    }

    private static String suggestion(String word, Collection<String> known) {
        return SimilarWords.nearest(word, known)
                .map(near -> ". Did you mean \"%s\"?".formatted(near))
                .orElse("");
    }

    private static List<String> commands(CommandSpec command) {
        return command.subcommands().values().stream()
                .filter(sub -> !sub.getCommandSpec().usageMessage().hidden())
                .map(CommandLine::getCommandName)
                .distinct()
                .sorted()
                .toList();
    }

    private static boolean withoutCommand(ParameterException problem, CommandSpec command) {
        return problem.getClass() == ParameterException.class
                && !command.subcommands().isEmpty()
                && !(command.userObject() instanceof Callable<?>);
    }

    private static String missing(List<ArgSpec> missing) {
        return missing.size() == 1 && missing.getFirst() instanceof OptionSpec option && !option.required()
                ? "%s: %s is missing".formatted(name(option), option.paramLabel())
                : missing.stream().map(UsageErrors::name).collect(Collectors.joining(" and "))
                        + (missing.size() == 1 ? " is missing" : " are missing");
    }

    /// Explains a missing argument that an option took as its value, which it needs not have.
    private static String taken(List<ArgSpec> missing, CommandSpec command) {
        return command.options().stream()
                .filter(option -> option.arity().min() == 0 && option.arity().max() == 1)
                .filter(option -> value(option) != null)
                .findFirst()
                .map(option -> ". %s took \"%s\" as its %s: write %s before %s"
                        .formatted(
                                name(option),
                                value(option),
                                option.paramLabel(),
                                name(missing.getFirst()),
                                name(option)))
                .orElse("");
    }

    /// Explains a second value after an option that takes one value each time that it is written.
    private static String repeated(String word, CommandSpec command, List<String> args) {
        int at = args.indexOf(word);
        return command.options().stream()
                .filter(option ->
                        at > 0 && option.isMultiValue() && option.arity().max() == 1)
                .filter(option -> args.get(at - 1).equals(value(option)))
                .findFirst()
                .map(option -> ". Write %s before each %s".formatted(name(option), option.paramLabel()))
                .orElse("");
    }

    private static @Nullable Object value(OptionSpec option) {
        Object value = option.getValue();
        Object last = value instanceof List<?> list ? (list.isEmpty() ? null : list.getLast()) : value;
        return last == null || last.equals(option.fallbackValue()) || last instanceof Boolean ? null : last;
    }

    private static String invalid(ParameterException problem, ArgSpec argument) {
        @Nullable String value = problem.getValue();
        if (argument instanceof OptionSpec option && option.arity().max() == 0) {
            return name(argument) + " takes no value";
        }
        if (value == null) {
            return String.valueOf(problem.getMessage());
        }
        Class<?> type = argument.auxiliaryTypes()[0];
        if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
            return argument.converters().length == 0
                    ? "%s \"%s\": expected a whole number".formatted(name(argument), value)
                    : converted(problem, argument, value);
        }
        if (type.isEnum() && argument.converters().length == 0) {
            String known = Arrays.stream(type.getEnumConstants())
                    .map(constant -> "\"" + constant.toString().toLowerCase(Locale.ROOT) + "\"")
                    .collect(Collectors.joining(", "));
            return "%s \"%s\": expected one of %s".formatted(name(argument), value, known);
        }
        return Map.class.isAssignableFrom(argument.type())
                ? "%s \"%s\": expected NAME=VALUE".formatted(name(argument), value)
                : converted(problem, argument, value);
    }

    /// The words of Belljar's converters begin with the value; other converters speak of Java's types.
    private static String converted(ParameterException problem, ArgSpec argument, String value) {
        @Nullable
        String words = problem.getCause() instanceof TypeConversionException reason ? reason.getMessage() : null;
        return name(argument) + " "
                + (words == null || !words.startsWith("\"") ? "\"" + value + "\": not a valid value" : words);
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }
}
