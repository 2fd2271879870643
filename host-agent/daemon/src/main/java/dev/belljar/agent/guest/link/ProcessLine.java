package dev.belljar.agent.guest.link;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestProcess;
import dev.belljar.agent.guest.frame.GuestText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Reads a line of the processes answer: nine words, then command name and command line, each after a tab.
final class ProcessLine {
    private static final int PARTS = 3;
    private static final int WORDS = 9;
    private static final long UID_MOST = 0xFFFF_FFFFL;

    private ProcessLine() {}

    /// @throws GuestException when the line is anything else
    static GuestProcess parse(byte[] line) throws GuestException {
        List<String> parts = parts(line);
        TextAnswer.check(parts.size() == PARTS, "a process with " + parts.size() + " parts: expected " + PARTS);
        String[] words = parts.getFirst().split(" ", -1);
        TextAnswer.check(words.length == WORDS, "a process with " + words.length + " words: expected " + WORDS);
        TextAnswer.check(words[3].matches("[A-Za-z]"), "state \"" + words[3] + "\": expected one letter");
        return new GuestProcess(
                (int) TextAnswer.number(words[0], 1, Integer.MAX_VALUE),
                (int) TextAnswer.number(words[1], 0, Integer.MAX_VALUE),
                (int) TextAnswer.number(words[2], 0, UID_MOST),
                words[3].charAt(0),
                TextAnswer.number(words[4], 0, Long.MAX_VALUE),
                TextAnswer.number(words[5], 0, Long.MAX_VALUE),
                TextAnswer.number(words[6], 0, Long.MAX_VALUE),
                TextAnswer.number(words[7], 0, Long.MAX_VALUE),
                (int) TextAnswer.number(words[8], 0, Integer.MAX_VALUE),
                parts.get(1),
                parts.get(2));
    }

    // The line is split at tabs before its text is cleaned, because cleaning writes a tab as an escape.
    private static List<String> parts(byte[] line) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < line.length && parts.size() < PARTS - 1; i++) {
            if (line[i] == '\t') {
                parts.add(GuestText.of(Arrays.copyOfRange(line, from, i)));
                from = i + 1;
            }
        }
        parts.add(GuestText.of(Arrays.copyOfRange(line, from, line.length)));
        return parts;
    }
}
