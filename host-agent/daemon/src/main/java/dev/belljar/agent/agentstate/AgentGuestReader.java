package dev.belljar.agent.agentstate;

import dev.belljar.agent.guest.BelljarScript;
import dev.belljar.agent.guest.ExecOutcome;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads in guests what agents wrote, at most a few hundred KiB at a time, and stops and continues their
/// processes.
final class AgentGuestReader {
    /// Where hooks report: a file for each agent, with its name.
    static final String REPORTS = "/home/agent/.belljar/state/";

    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Duration PAUSE_LIMIT = Duration.ofSeconds(20);
    private static final int MOST_BYTES = (256 << 10) + 8_192;
    private static final int WORDS = 1_000;
    private static final int LONGEST_PATH = 4_096;

    private AgentGuestReader() {}

    /// A part of a transcript: its path, where the part begins, whether something before it was skipped, and
    /// its bytes.
    record TranscriptPart(String path, long from, boolean skipped, byte[] bytes) {}

    /// The beginning of the file in which the hooks of this agent report; empty if there is none.
    static byte[] report(GuestLink link, String agent) throws GuestException, InterruptedException {
        return output(link, "agent-report", "report.sh", List.of(REPORTS + agent), HookReport.MOST_BYTES);
    }

    /// The newest transcript in these places; from `place` on if it is the `known` one.
    static Optional<TranscriptPart> transcript(GuestLink link, List<String> places, @Nullable String known, long place)
            throws GuestException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(known == null ? "" : known, Long.toString(place)));
        arguments.addAll(places);
        return part(output(link, "agent-transcript", "transcript.sh", arguments, MOST_BYTES));
    }

    /// Reads what the script prints.
    static Optional<TranscriptPart> part(byte[] bytes) {
        int end = 0;
        while (end < bytes.length && bytes[end] != '\n') {
            end++;
        }
        String[] words = new String(bytes, 0, Math.min(end, LONGEST_PATH), StandardCharsets.UTF_8).split(" ", 3);
        if (end == bytes.length || words.length < 3 || !words[0].matches("[0-9]{1,15}")) {
            return Optional.empty();
        }
        return Optional.of(new TranscriptPart(
                words[2],
                Long.parseLong(words[0]),
                words[1].equals("1"),
                Arrays.copyOfRange(bytes, end + 1, bytes.length)));
    }

    /// Stops the processes of an agent, or continues them; `start` is in nanoseconds of boot time. Returns the
    /// exit code of the script.
    static @Nullable Integer signal(GuestLink link, int pid, long start, boolean stop)
            throws GuestException, InterruptedException {
        List<String> arguments =
                List.of(Integer.toString(pid), Long.toString(start / 10_000_000), stop ? "STOP" : "CONT");
        return run(link, "agent-pause", "pause.sh", arguments, "root", PAUSE_LIMIT, WORDS)
                .exit()
                .code();
    }

    private static byte[] output(GuestLink link, String name, String script, List<String> arguments, int most)
            throws GuestException, InterruptedException {
        return run(link, name, script, arguments, null, LIMIT, most).out();
    }

    private static ExecOutcome run(
            GuestLink link,
            String name,
            String script,
            List<String> arguments,
            @Nullable String user,
            Duration limit,
            int most)
            throws GuestException, InterruptedException {
        ExecCommand plain = BelljarScript.command(name, text(script), user, limit);
        List<String> argv = new ArrayList<>(plain.argv());
        argv.addAll(arguments);
        ExecCommand command = new ExecCommand(argv, "/workspace", plain.env(), user, false, 0, 0, limit.toMillis());
        return ExecOutcome.of(link.exec(BelljarScript.withTools(command)), new byte[0], most);
    }

    private static String text(String name) {
        try (InputStream stream = AgentGuestReader.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException(name + ": missing from this build");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(name + ": cannot be read from this build", e);
        }
    }
}
