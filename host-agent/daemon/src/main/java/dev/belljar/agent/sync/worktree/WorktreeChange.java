package dev.belljar.agent.sync.worktree;

import dev.belljar.agent.sync.worktree.ChangeRecord.ChangeStage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One recorded change of a working tree: writes its files, restores them, and finishes what was interrupted.
///
/// Every step can be repeated: a file that already is as it should be is left alone, and one that somebody else has
/// changed in the meantime is never overwritten.
record WorktreeChange(ChangeFolder folder) {
    private static final DiskEntry SOMETHING_ELSE = new DiskEntry("", "");
    private static final Logger LOG = LoggerFactory.getLogger(WorktreeChange.class);

    /// Writes all files, or none if one of them was changed after it was read.
    ///
    /// @throws ProjectFiles.UnusablePathException naming the file that was changed
    void write() throws IOException {
        ChangeRecord record = folder.read();
        // From here on, an interrupted change is finished at the next start.
        folder.write(record.at(ChangeStage.WRITING));
        ProjectFiles files = new ProjectFiles(Path.of(record.project()));
        try {
            for (int step : order(record.steps(), false)) {
                forward(record, files, step);
            }
        } catch (IOException e) {
            restore(record);
            throw e;
        }
        folder.write(record.at(ChangeStage.WRITTEN));
    }

    private void forward(ChangeRecord record, ProjectFiles files, int step) throws IOException {
        FileStep change = record.steps().get(step);
        DiskEntry now = files.entry(change.gitPath(), record.idLength());
        if (Objects.equals(now, change.after())) {
            return;
        }
        if (!Objects.equals(now, change.before())) {
            throw new ProjectFiles.UnusablePathException(change.gitPath(), "was changed in the meantime");
        }
        put(files, change, change.after(), folder.after(step), folder.aside(step));
    }

    /// The paths of the files that were changed after they were written, which an undo would overwrite.
    List<String> changedSince() throws IOException {
        ChangeRecord record = folder.read();
        ProjectFiles files = new ProjectFiles(Path.of(record.project()));
        List<String> changed = new ArrayList<>();
        for (FileStep step : record.steps()) {
            DiskEntry now = entry(files, step, record.idLength());
            boolean replaced = step.after() == null && SOMETHING_ELSE.equals(now) && record.replaces(step);
            if (!replaced && !Objects.equals(now, step.after()) && !Objects.equals(now, step.before())) {
                changed.add(step.gitPath().shown());
            }
        }
        return changed;
    }

    // Something that is neither file nor link counts as changed.
    private static @Nullable DiskEntry entry(ProjectFiles files, FileStep step, int idLength) throws IOException {
        try {
            return files.entry(step.gitPath(), idLength);
        } catch (ProjectFiles.UnusablePathException e) {
            return SOMETHING_ELSE;
        }
    }

    /// Restores all files that are as they were written, forgets the change, and returns their paths.
    List<String> undo() throws IOException {
        return restore(folder.read());
    }

    private List<String> restore(ChangeRecord record) throws IOException {
        folder.write(record.at(ChangeStage.UNDOING));
        ProjectFiles files = new ProjectFiles(Path.of(record.project()));
        List<String> restored = new ArrayList<>();
        for (int step : order(record.steps(), true)) {
            FileStep change = record.steps().get(step);
            DiskEntry now = entry(files, change, record.idLength());
            if (Objects.equals(now, change.after()) && !Objects.equals(now, change.before())) {
                put(files, change, change.before(), folder.before(step), folder.aside(step));
                restored.add(change.gitPath().shown());
            }
        }
        folder.delete();
        return restored;
    }

    /// True if files of the project were or are being changed.
    boolean begun() throws IOException {
        return folder.recorded() && folder.read().stage() != ChangeStage.PREPARED;
    }

    /// Forgets the change if nothing was written yet.
    void drop() throws IOException {
        if (!begun()) {
            folder.delete();
        }
    }

    /// Finishes a change that was interrupted with the host agent, or drops it if nothing was written yet: the user
    /// got no answer, and may have edited files or decided otherwise since.
    void recover() throws IOException {
        if (!folder.recorded()) {
            folder.delete();
            return;
        }
        ChangeRecord record = folder.read();
        switch (record.stage()) {
            case PREPARED -> folder.delete();
            case WRITING -> {
                LOG.info("{}: finishing an interrupted sync to the working tree", record.project());
                write();
            }
            case UNDOING -> {
                LOG.info("{}: finishing an interrupted undo of a sync", record.project());
                List<String> _ = restore(record);
            }
            case WRITTEN -> {
                // Kept for an undo.
            }
        }
    }

    private static void put(ProjectFiles files, FileStep change, @Nullable DiskEntry entry, Path content, String aside)
            throws IOException {
        if (entry == null) {
            files.remove(change.gitPath());
        } else {
            files.put(change.gitPath(), entry.mode(), content, aside);
        }
    }

    // Files are removed first, since a folder may take the place of one.
    private static List<Integer> order(List<FileStep> steps, boolean back) {
        List<Integer> removed = new ArrayList<>();
        List<Integer> put = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            boolean removes = (back ? steps.get(i).before() : steps.get(i).after()) == null;
            (removes ? removed : put).add(i);
        }
        removed.addAll(put);
        return removed;
    }
}
