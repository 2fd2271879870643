package dev.belljar.agent.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A program that appends to a journal until it is killed, and prints the acknowledged events after each
/// step.
final class AppendingProgram {
    private AppendingProgram() {}

    /// Arguments: the folder, the boot id, and `kept` or `full` (which ends with the first refusal).
    public static void main(String[] args) throws IOException {
        try (FileJournal journal = FileJournal.open(Path.of(args[0]))) {
            String boot = args[1];
            int size = 1;
            while (true) {
                long first = journal.recorded(boot) + 1;
                journal.appendFromGuest(boot, Events.numbered(first, size));
                System.out.println("guest " + (first + size - 1) + " " + journal.lastSeq());
                long seq = journal.append(Events.note("after " + first));
                System.out.println("host " + seq + " " + seq);
                size = size % 97 + 7;
            }
        } catch (JournalException e) {
            System.out.println("refused " + e.code().code() + " " + List.of(args));
        }
        System.in.read();
    }
}
