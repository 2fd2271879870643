package dev.belljar.agent.jail;

import dev.belljar.contract.policy.ParentProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads the parents of a process on the host. Names are chosen by the programs themselves.
final class ProcessAncestry {
    private static final int MOST = 8;

    private ProcessAncestry() {}

    /// The parents of a process, the direct one first; fewer if some ended meanwhile.
    static List<ParentProcess> of(int pid) {
        List<ParentProcess> parents = new ArrayList<>();
        int parent = parent(pid);
        while (parent > 1 && parents.size() < MOST) {
            try {
                String name =
                        Files.readString(Path.of("/proc/" + parent + "/comm")).strip();
                parents.add(new ParentProcess(parent, name, List.of()));
            } catch (IOException e) {
                return parents;
            }
            parent = parent(parent);
        }
        return parents;
    }

    private static int parent(int pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            // The name in parentheses may contain anything.
            return Integer.parseInt(
                    stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ")[1]);
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return 0;
        }
    }
}
