package dev.belljar.agent.journal;

import java.io.IOException;
import java.nio.file.Path;

/// A program that appends states to a sandbox's journal, which is copied to the host's, until it is killed; prints the
/// number of each recorded event.
final class CopyingProgram {
    private CopyingProgram() {}

    /// Arguments: the folder with both journals.
    public static void main(String[] args) throws IOException, JournalException {
        Path folder = Path.of(args[0]);
        try (HostJournal host = HostJournal.open(folder.resolve("host"));
                FileJournal sandbox = FileJournal.open(folder.resolve("sandbox"))) {
            host.copy("sb-1", sandbox);
            while (true) {
                System.out.println(sandbox.append(Events.state("sb-1")));
            }
        }
    }
}
