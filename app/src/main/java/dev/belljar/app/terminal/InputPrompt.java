package dev.belljar.app.terminal;

import java.util.List;
import java.util.regex.Pattern;

/// Recognizes a screen on which a program seems to wait for an answer of the user.
///
/// Only the text is examined: before the cursor is something that programs print when they wait for input, or
/// near it is a menu with a selected line. The prompt of a shell is not recognized: there the program has
/// ended. The guest prints the text, so the result can be wrong or forged; it leads to nothing but a mark on
/// the tab. The cost is bounded whatever a program prints.
final class InputPrompt {
    /// Number of lines that are examined, above and below the cursor's line and including it.
    static final int LINES = 16;

    private static final int LONGEST = 240;

    /// Text before the cursor: `Continue? `, `Overwrite? [y/N] `, `(yes/no)`, `Password: `, `Press Enter…`.
    private static final List<Pattern> ENDINGS = List.of(
            Pattern.compile("[\\p{L}\\p{N})\\]\"'`][?？](?:\\s?[\\[(][^\\])]{1,40}[\\])]){0,2}\\s?:?$"),
            Pattern.compile("(?i)[\\[(]\\s?y(?:es)?\\s?[/|,]\\s?n(?:o)?\\b[^\\])]{0,24}[\\])]\\s?[:?>]?$"),
            Pattern.compile("(?i)\\b(?:password|passphrase|passcode|pin|token|one-time code|verification code|username)"
                    + "(?: for .{1,120}|\\([^)]{0,24}\\))?\\s?[:：]$"),
            Pattern.compile("(?i)\\b(?:press|hit) (?:any key|enter|return|\\[enter]|<enter>)\\b[^\\n]{0,48}$"),
            Pattern.compile("(?i)\\b(?:enter|type|choose|select) (?:a |an |your |the )?[\\p{L} -]{1,40}[:：>]$"));

    /// The selected line of a menu: `❯ 1. Yes`, `> 2) No`.
    private static final Pattern CHOSEN = Pattern.compile("^[\\s│┃|]{0,8}[❯›▸>]\\s{1,3}[0-9]{1,2}[.)]\\s+\\S");
    /// The question above a menu: `? Which one? (Use arrow keys)`.
    private static final Pattern ASKED = Pattern.compile("^[\\s│┃|]{0,8}\\? .{1,160}(?:arrow keys|<space>|›|»)");

    private static final Pattern FRAME = Pattern.compile("[\\s│┃|▏▕]{1,64}$");

    private InputPrompt() {}

    /// True if a program seems to wait; `before` is the part of the cursor's line before the cursor, `near`
    /// the complete lines around it.
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
