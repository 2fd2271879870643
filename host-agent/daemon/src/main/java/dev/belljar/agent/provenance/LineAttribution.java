package dev.belljar.agent.provenance;

import dev.belljar.agent.provenance.version.FileVersion;
import dev.belljar.agent.provenance.version.FileVersionStore;
import dev.belljar.agent.recording.PathWrite;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.provenance.FileBlame;
import dev.belljar.contract.view.provenance.LineRange.LineOrigin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Attributes the lines of a file to the processes that wrote them.
///
/// It begins with the file of the project and follows the versions that were read while the file was written: lines
/// that are new in a version came from the processes that wrote the file between the two readings. If several did,
/// it is not known which one. Lines of a file that was renamed keep the sources that they had under the old name.
/// At the end the lines are compared with the wanted text: what no version contained is not recorded.
final class LineAttribution {
    private static final long EFFORT = 50_000_000;
    private static final int MOST_RENAMES = 8;
    private static final long BEGINNING = 0;

    private final FileHistory history;
    private final LineMatch.EffortLimit effort = new LineMatch.EffortLimit(EFFORT);
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private int renames;
    private boolean followed;

    LineAttribution(FileHistory history) {
        this.history = history;
    }

    /// Why something is not known, in words.
    List<String> notes() {
        return List.copyOf(notes);
    }

    /// Whether a version of the file was recorded.
    boolean followed() {
        return followed;
    }

    /// The sources of the lines of this text of a file.
    List<LineSource> of(String path, String text) throws BelljarException, IOException, InterruptedException {
        int[] wanted = numbers(text);
        FileVersionStore.KeptVersions versions = history.versions(path);
        WriteWindow writes = new WriteWindow(versions, history.writes(path));
        followed = versions.versions().stream().anyMatch(version -> version.content() != null);
        VersionWalk walk = walk(path, versions, writes, Long.MAX_VALUE, wanted);
        SourcedLines last = walk.exact == null ? walk.now : walk.exact;
        LineSource rest =
                new LineSource(LineOrigin.NOT_RECORDED, null, writes.between(walk.after, Long.MAX_VALUE >> 1), false);
        SourcedLines result = last.followedBy(wanted, SourcedLines.of(wanted, rest), effort);
        if (walk.skipped != null && result.sources().contains(rest)) {
            notes.add("A version of the file was not recorded: " + walk.skipped + ".");
        }
        if (!versions.whole()) {
            notes.add("Some writers of this file are not known, because older versions of the file may have been"
                    + " deleted: more was written in the sandbox than Belljar keeps.");
        }
        if (result.sources().contains(rest) && versions.dropped().stream().anyMatch(at -> at >= walk.after)) {
            notes.add("Some writers of this file are not known, because too many files were written at once for Belljar"
                    + " to read them all.");
        }
        if (effort.spent()) {
            notes.add("The versions of the file differ too much to compare all of them.");
        }
        return result.sources();
    }

    /// The lines of a file at this time, with their sources.
    private SourcedLines at(String path, long until) throws BelljarException, IOException, InterruptedException {
        FileVersionStore.KeptVersions versions = history.versions(path);
        return walk(path, versions, new WriteWindow(versions, history.writes(path)), until, new int[0]).now;
    }

    private VersionWalk walk(
            String path, FileVersionStore.KeptVersions versions, WriteWindow writes, long until, int[] wanted)
            throws BelljarException, IOException, InterruptedException {
        VersionWalk walk = new VersionWalk(history.base(path).map(this::project).orElse(SourcedLines.NONE));
        walk.certain = versions.whole() && history.beganWithProject();
        for (FileVersion version : versions.versions()) {
            if (version.from() > until) {
                break;
            }
            walk.certain &= version.complete();
            Optional<String> text = version.text();
            if (text.isPresent()) {
                int[] lines = numbers(text.get());
                walk.now = walk.now.followedBy(lines, added(walk, version, writes, lines), effort);
                if (walk.now.hasLines(wanted)) {
                    walk.exact = walk.now;
                }
            }
            if (version.note() == null) {
                walk.after = version.from();
                walk.certain = true;
            }
            walk.skipped = version.note();
        }
        return walk;
    }

    private SourcedLines project(String text) {
        return SourcedLines.of(numbers(text), LineSource.PROJECT);
    }

    // The sources of the lines of a version that were not in the version before it.
    private SourcedLines added(VersionWalk walk, FileVersion version, WriteWindow writes, int[] lines)
            throws BelljarException, IOException, InterruptedException {
        SourcedLines added = SourcedLines.of(lines, writes.source(walk.after, version.to(), walk.certain));
        for (PathWrite rename : writes.renames(walk.after, version.to())) {
            String from = rename.from();
            if (from != null && renames++ < MOST_RENAMES) {
                added = at(from, rename.at()).followedBy(lines, added, effort);
            }
        }
        return added;
    }

    private int[] numbers(String text) {
        List<String> lines = FileBlame.lines(text);
        List<Integer> found = new ArrayList<>(lines.size());
        for (String line : lines) {
            found.add(numbers.computeIfAbsent(line, _ -> numbers.size()));
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }

    /// The state while the versions are followed: the lines of the newest version so far, and when its reading
    /// began.
    private static final class VersionWalk {
        private SourcedLines now;
        private @Nullable SourcedLines exact;
        private @Nullable String skipped;
        private long after = BEGINNING;
        private boolean certain;

        VersionWalk(SourcedLines begin) {
            this.now = begin;
        }
    }
}
