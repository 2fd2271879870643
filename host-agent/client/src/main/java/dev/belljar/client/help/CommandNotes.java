package dev.belljar.client.help;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import picocli.CommandLine.Model.CommandSpec;

/// The examples and exit codes of the commands, from `commands.properties`.
///
/// A key is the command's name below `belljar` with dots (`policy.set`), then `.examples` or `.exit`. A value
/// has one entry per line: `what to type | what it does`, or `code | meaning`.
public final class CommandNotes {
    private static final String FILE = "commands.properties";
    private static final String BAR = " | ";

    private final Properties texts = new Properties();

    private CommandNotes() {}

    /// Reads `commands.properties`.
    public static CommandNotes read() {
        CommandNotes notes = new CommandNotes();
        try (InputStream in = CommandNotes.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is missing from the command line's JAR file");
            }
            notes.texts.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(FILE + " cannot be read", e);
        }
        return notes;
    }

    /// The examples of a command, in the order of the file.
    public List<CommandExample> examples(CommandSpec command) {
        List<CommandExample> examples = new ArrayList<>();
        for (String[] parts : entries(key(command) + "examples")) {
            examples.add(new CommandExample(parts[0], parts[1]));
        }
        return examples;
    }

    /// The documented exit codes of a command, with their meanings.
    public Map<String, String> exitCodes(CommandSpec command) {
        Map<String, String> codes = new LinkedHashMap<>();
        entries(key(command) + "exit").forEach(parts -> codes.put(parts[0], parts[1]));
        return codes;
    }

    private List<String[]> entries(String key) {
        return texts.getProperty(key, "")
                .lines()
                .map(line -> {
                    int bar = line.lastIndexOf(BAR);
                    if (bar < 0) {
                        throw new IllegalStateException(FILE + ", " + key + ": expected \"" + BAR + "\" in " + line);
                    }
                    return new String[] {
                        line.substring(0, bar).strip(),
                        line.substring(bar + BAR.length()).strip()
                    };
                })
                .toList();
    }

    private static String key(CommandSpec command) {
        String name = command.qualifiedName(".");
        int dot = name.indexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1) + ".";
    }
}
