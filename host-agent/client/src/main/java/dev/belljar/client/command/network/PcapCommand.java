package dev.belljar.client.command.network;

import dev.belljar.client.AgentException;
import dev.belljar.client.CaptureStream;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.view.network.CaptureFigures;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `belljar pcap N`: captures every frame of a machine's network, for Wireshark and similar programs.
@CommandExamples({
    "belljar pcap shop | Capture to shop.pcap until you press Ctrl+C.",
    "belljar pcap shop --follow | wireshark -k -i - | Watch the traffic live in Wireshark."
})
@Command(
        name = "pcap",
        description = "Capture the network traffic of a running sandbox until you press Ctrl+C.",
        footer = {
            "",
            "All frames between the guest and the gateway are captured, starting when you run the command. `belljar"
                    + " net` lists earlier connections."
        },
        mixinStandardHelpOptions = true)
final class PcapCommand extends SandboxCommand {
    private static final String STANDARD_OUTPUT = "-";

    @Option(
            names = {"-f", "--follow"},
            description = "Write each frame to standard output immediately, for another program to read.")
    boolean follow;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "File to write, or - for standard output (default: SANDBOX.pcap).")
    @Nullable
    String output;

    @Option(names = "--force", description = "Overwrite an existing file.")
    boolean force;

    @Option(names = "--seconds", paramLabel = "N", description = "Stop after this many seconds.")
    long seconds;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    PcapCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        if (seconds < 0) {
            throw new ParameterException(spec.commandLine(), "--seconds %d: expected 1 or more".formatted(seconds));
        }
        if (follow && output != null && !output.equals(STANDARD_OUTPUT)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--follow writes to standard output and cannot be" + " combined with --output FILE");
        }
        String where = follow ? STANDARD_OUTPUT : output == null ? sandbox + ".pcap" : output;
        if (where.equals(STANDARD_OUTPUT) && atTerminal()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "a capture is binary and cannot be shown on a terminal: choose a file with --output, or pipe the"
                            + " output to a program");
        }
        try (CaptureStream capture = session().agent().capture(sandbox)) {
            return write(capture, where);
        }
    }

    private static boolean atTerminal() {
        return System.console() != null && System.console().isTerminal();
    }

    private int write(CaptureStream capture, String where) throws IOException {
        try (OutputStream to = open(where)) {
            PcapFrames frames = new PcapFrames(capture.bytes(), to);
            Thread last = Thread.ofPlatform().name("capture ends").unstarted(() -> finish(capture, frames, where));
            Runtime.getRuntime().addShutdownHook(last);
            if (seconds > 0) {
                Thread.ofVirtual().name("capture clock").start(() -> hangUpLater(capture, frames));
            }
            copy(frames, where);
            if (Runtime.getRuntime().removeShutdownHook(last)) {
                finish(capture, frames, where);
            }
            return 0;
        }
    }

    /// Copies the frames. A reader that closes its pipe, or an end on request, is not an error.
    private static void copy(PcapFrames frames, String where) throws IOException {
        try {
            frames.copy();
        } catch (IOException e) {
            if (!frames.ended() && !where.equals(STANDARD_OUTPUT)) {
                throw e;
            }
        }
    }

    private OutputStream open(String where) throws IOException {
        if (where.equals(STANDARD_OUTPUT)) {
            return new FileOutputStream(java.io.FileDescriptor.out);
        }
        Path file = Path.of(where);
        try {
            return force
                    ? Files.newOutputStream(file)
                    : Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    where + ": already exists; use --force to overwrite it, or --output to choose another file",
                    e);
        }
    }

    private void hangUpLater(CaptureStream capture, PcapFrames frames) {
        try {
            TimeUnit.SECONDS.sleep(seconds);
            long _ = frames.end();
            capture.close();
        } catch (IOException | InterruptedException e) {
            // The capture has ended either way.
        }
    }

    private void finish(CaptureStream capture, PcapFrames frames, String where) {
        long written = frames.end();
        PrintStream err = session().err();
        String to = where.equals(STANDARD_OUTPUT) ? "" : " written to " + where;
        String unit = written == 1 ? "frame" : "frames";
        err.println("%,d %s%s%s".formatted(written, unit, to, left(capture)));
    }

    /// Describes the frames that the host agent dropped because this program was too slow.
    private static String left(CaptureStream capture) {
        try {
            CaptureFigures figures = capture.figures();
            return figures.left() == 0 ? "" : ", %,d dropped because the output was too slow".formatted(figures.left());
        } catch (AgentException e) {
            return "; it is not known how many frames were dropped: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
