package dev.belljar.client.command.sync;

import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.WaitingLine;
import dev.belljar.client.transfer.FileUpload.UploadReport;
import dev.belljar.contract.text.ByteCount;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/// Copies files into a sandbox, and tells what was copied and what was not. `to` is the folder of the sandbox, or the
/// name there of the one file or folder that is copied.
record FileSending(CommandSession session, WaitingLine waiting, String sandbox, String to, boolean json) {
    /// One copy into a sandbox.
    interface SendingTask {
        UploadReport run() throws AgentException, InterruptedException, IOException;
    }

    /// Runs this copy, and returns the exit code.
    int run(SendingTask copy) throws AgentException, InterruptedException, IOException {
        UploadReport report = sent(copy);
        if (json) {
            session.json(report);
        } else {
            session.line(
                    "Copied %s (%s) to %s in %s",
                    report.copied().size() == 1 ? "1 file" : report.copied().size() + " files",
                    ByteCount.words(report.bytes()),
                    to,
                    sandbox);
            report.left().forEach(line -> session.line("%s", line));
        }
        return report.left().isEmpty() ? 0 : CommandSession.PROBLEM;
    }

    private UploadReport sent(SendingTask copy) throws AgentException, InterruptedException, IOException {
        try {
            return waiting.during("Copying to " + sandbox, () -> {
                try {
                    return copy.run();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw Objects.requireNonNull(e.getCause());
        }
    }
}
