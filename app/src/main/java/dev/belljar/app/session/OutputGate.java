package dev.belljar.app.session;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Removes from a guest's output the control sequences that a terminal must not obey.
///
/// Operating system commands are interpreted here and nowhere else. A clipboard write (OSC 52) leads to a
/// prompt, a clipboard read is dropped, titles are cleaned, links may lead to web pages only, and a
/// notification (OSC 9, 99 and 777) is reported without its text. Everything else of this kind is dropped:
/// other commands, device control, privacy and application strings, requests for data about the user's
/// window, and 8-bit controls. All other output passes unchanged. Not thread-safe.
public final class OutputGate {
    private static final int LONGEST = 128 * 1024;
    private static final int LONGEST_TITLE = 80;
    private static final int LONGEST_PARAMETERS = 128;
    /// OSC 9 with a number as first parameter is progress or similar, not a notification.
    private static final Pattern NUMBERED = Pattern.compile("[0-9]{1,3}(?:;.*)?", Pattern.DOTALL);

    private static final Pattern HUGE = Pattern.compile("[0-9]{6}");

    private enum State {
        TEXT,
        ESCAPE,
        CONTROL,
        COMMAND,
        COMMAND_ESCAPE,
        STRING,
        STRING_ESCAPE
    }

    private final Consumer<String> clipboard;
    private final Runnable called;
    private final StringBuilder command = new StringBuilder();
    private final StringBuilder parameters = new StringBuilder();
    private State state = State.TEXT;

    /// `clipboard` receives text that the guest wants to write to the host's clipboard; `called` runs when a
    /// program sends a notification.
    public OutputGate(Consumer<String> clipboard, Runnable called) {
        this.clipboard = clipboard;
        this.called = called;
    }

    /// Forgets an unfinished sequence, because another program prints from now on.
    public void reset() {
        command.setLength(0);
        parameters.setLength(0);
        state = State.TEXT;
    }

    /// Returns the part of this output that the terminal may draw.
    public String pass(CharSequence output) {
        StringBuilder out = new StringBuilder(output.length());
        for (int i = 0; i < output.length(); i++) {
            take(output.charAt(i), out);
        }
        return out.toString();
    }

    private void take(char c, StringBuilder out) {
        switch (state) {
            case TEXT -> text(c, out);
            case ESCAPE -> escape(c, out);
            case CONTROL -> control(c, out);
            case COMMAND -> {
                if (c == 0x07 || c == 0x9c) {
                    end(out);
                } else if (c == 0x1b) {
                    state = State.COMMAND_ESCAPE;
                } else if (c == 0x18 || c == 0x1a) {
                    state = State.TEXT;
                } else if (command.length() < LONGEST) {
                    command.append(c);
                }
            }
            case COMMAND_ESCAPE -> {
                end(out);
                if (c != '\\') {
                    escape(c, out);
                }
            }
            case STRING -> {
                if (c == 0x1b) {
                    state = State.STRING_ESCAPE;
                } else if (c == 0x9c || c == 0x18 || c == 0x1a) {
                    state = State.TEXT;
                }
            }
            case STRING_ESCAPE -> {
                // Any other character ends the string too and starts the next sequence.
                state = State.TEXT;
                if (c != '\\') {
                    escape(c, out);
                }
            }
        }
    }

    private void text(char c, StringBuilder out) {
        switch (c) {
            case 0x1b -> state = State.ESCAPE;
            case 0x9b -> sequence();
            case 0x9d -> begin();
            case 0x90, 0x98, 0x9e, 0x9f -> state = State.STRING;
            // ENQ: requests the terminal's answerback, which would be sent as input.
            case 0x05 -> {}
            default -> {
                if (c < 0x80 || c > 0x9f) {
                    out.append(c);
                }
            }
        }
    }

    private void escape(char c, StringBuilder out) {
        switch (c) {
            case '[' -> sequence();
            case ']' -> begin();
            case 'P', 'X', '^', '_' -> state = State.STRING;
            case 0x1b -> state = State.ESCAPE;
            default -> {
                state = State.TEXT;
                out.append('\u001b').append(c);
            }
        }
    }

    private void sequence() {
        parameters.setLength(0);
        state = State.CONTROL;
    }

    /// A control sequence passes unchanged or is dropped.
    private void control(char c, StringBuilder out) {
        if (c >= 0x40 && c <= 0x7e) {
            state = State.TEXT;
            String words = parameters.toString();
            if (harmless(words, c)) {
                out.append("\u001b[").append(words).append(c);
            }
        } else if (c == 0x1b) {
            state = State.ESCAPE;
        } else if (c == 0x18 || c == 0x1a || c > 0x7e) {
            state = State.TEXT;
        } else if (c < 0x20) {
            // Executed at once, inside a sequence, as terminals do.
            text(c, out);
            state = State.CONTROL;
        } else if (parameters.length() <= LONGEST_PARAMETERS) {
            parameters.append(c);
        }
    }

    /// False for sequences that move the user's window or ask for its title (final `t`), for numbers of six
    /// digits or more, and for parameters that are too long.
    private static boolean harmless(String parameters, char last) {
        return last != 't'
                && parameters.length() <= LONGEST_PARAMETERS
                && !HUGE.matcher(parameters).find();
    }

    private void begin() {
        command.setLength(0);
        state = State.COMMAND;
    }

    private void end(StringBuilder out) {
        state = State.TEXT;
        String all = command.toString();
        int cut = all.indexOf(';');
        String number = cut < 0 ? all : all.substring(0, cut);
        String rest = cut < 0 ? "" : all.substring(cut + 1);
        switch (number) {
            case "0", "2" -> command(out, "2;" + title(rest));
            case "8" -> link(rest, out);
            case "52" -> copy(rest);
            case "9" -> {
                if (!NUMBERED.matcher(rest).matches()) {
                    called.run();
                }
            }
            case "99" -> called.run();
            case "777" -> {
                if (rest.startsWith("notify;")) {
                    called.run();
                }
            }
            default -> {}
        }
    }

    private static void command(StringBuilder out, String words) {
        out.append("\u001b]").append(words).append('\u0007');
    }

    private static String title(String words) {
        String clean = words.replaceAll("[^\\p{L}\\p{N}\\p{Punct} ]", "");
        return clean.length() > LONGEST_TITLE ? clean.substring(0, LONGEST_TITLE) : clean;
    }

    private static void link(String rest, StringBuilder out) {
        String uri = rest.substring(rest.indexOf(';') + 1);
        String low = uri.toLowerCase(Locale.ROOT);
        boolean web = low.startsWith("https://") || low.startsWith("http://");
        if (uri.isEmpty() || (web && uri.chars().allMatch(c -> c > ' ' && c < 0x7f))) {
            command(out, "8;;" + uri);
        }
    }

    private void copy(String rest) {
        String data = rest.substring(rest.indexOf(';') + 1);
        if (data.equals("?") || data.isEmpty()) {
            return;
        }
        byte[] words;
        try {
            words = Base64.getDecoder().decode(data);
        } catch (IllegalArgumentException e) {
            // Not base64: a broken or hostile program. There is nothing to copy.
            return;
        }
        clipboard.accept(new String(words, StandardCharsets.UTF_8));
    }
}
