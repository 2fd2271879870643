package dev.belljar.app.terminal;

import java.util.List;
import java.util.regex.Pattern;

/// Whether what stands on a screen that went quiet reads as a question to the person.
///
/// It is told from the words alone: before the cursor stands what programs print when they wait for an answer, or near
/// it a menu with one line chosen. A shell's own prompt is none: there the program has ended. What is read is printed
/// by the machine, so this can be wrong and can be lied to; all that follows from it is a mark. What it costs is
/// bounded, whatever a program prints.
final class InputPrompt {
    /// How many lines are read, up to the cursor's and those below it.
    static final int LINES = 16;

    private static final int LONGEST = 240;

    /// What stands before the cursor: `Continue? `, `Overwrite? [y/N] `, `(yes/no)`, `Password: `, `Press Enter…`.
    private static final List<Pattern> ENDINGS = List.of(
            Pattern.compile("[\\p{L}\\p{N})\\]\"'`][?？](?:\\s?[\\[(][^\\])]{1,40}[\\])]){0,2}\\s?:?$"),
            Pattern.compile("(?i)[\\[(]\\s?y(?:es)?\\s?[/|,]\\s?n(?:o)?\\b[^\\])]{0,24}[\\])]\\s?[:?>]?$"),
            Pattern.compile("(?i)\\b(?:password|passphrase|passcode|pin|token|one-time code|verification code|username)"
                    + "(?: for .{1,120}|\\([^)]{0,24}\\))?\\s?[:：]$"),
            Pattern.compile("(?i)\\b(?:press|hit) (?:any key|enter|return|\\[enter]|<enter>)\\b[^\\n]{0,48}$"),
            Pattern.compile("(?i)\\b(?:enter|type|choose|select) (?:a |an |your |the )?[\\p{L} -]{1,40}[:：>]$"));

    /// A line of a menu that is chosen: `❯ 1. Yes`, `> 2) No`.
    private static final Pattern CHOSEN = Pattern.compile("^[\\s│┃|]{0,8}[❯›▸>]\\s{1,3}[0-9]{1,2}[.)]\\s+\\S");
    /// A menu of a question: `? Which one? (Use arrow keys)`.
    private static final Pattern ASKED = Pattern.compile("^[\\s│┃|]{0,8}\\? .{1,160}(?:arrow keys|<space>|›|»)");

    private static final Pattern FRAME = Pattern.compile("[\\s│┃|▏▕]{1,64}$");

    private InputPrompt() {}

    /// Whether it does: `before` is what stands on the cursor's line before it, `near` the lines about it, whole.
    static boolean in(String before, List<String> near) {
        String end = FRAME.matcher(tail(before)).replaceFirst("");
        return ENDINGS.stream().anyMatch(p -> p.matcher(end).find()) || menu(near);
    }

    private static boolean menu(List<String> near) {
        return near.stream()
                .limit(LINES)
                .map(InputPrompt::head)
                .anyMatch(line ->
                        CHOSEN.matcher(line).find() || ASKED.matcher(line).find());
    }

    private static String tail(String line) {
        return line.length() > LONGEST ? line.substring(line.length() - LONGEST) : line;
    }

    private static String head(String line) {
        return line.length() > LONGEST ? line.substring(0, LONGEST) : line;
    }
}
