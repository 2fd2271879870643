package dev.belljar.agent.sync.text;

import dev.belljar.contract.request.work.ConflictChoice;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.HistogramDiff;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.Sequence;
import org.eclipse.jgit.diff.SequenceComparator;
import org.eclipse.jgit.merge.MergeAlgorithm;
import org.eclipse.jgit.merge.MergeChunk;
import org.eclipse.jgit.merge.MergeChunk.ConflictState;

/// A three-way merge of a text: parts that at most one side changed, or both in the same way, and the conflicts
/// between them.
public final class TextMerge {
    // The base, the project and the sandbox, as JGit numbers them.
    private final List<SplitText> versions;
    private final List<MergeChunk> chunks;
    private final List<EditList> edits;

    private TextMerge(List<SplitText> versions, List<MergeChunk> chunks, List<EditList> edits) {
        this.versions = versions;
        this.chunks = chunks;
        this.edits = edits;
    }

    /// Lines of one version, numbered from 0; `to` is the number of the line after the last.
    public record LineRange(int from, int to, String text) {}

    /// Lines that the project and the sandbox changed in different ways.
    public record TextConflict(LineRange base, LineRange project, LineRange sandbox) {}

    /// Merges the changes of both sides to `base`; empty if comparing them takes too long.
    public static Optional<TextMerge> of(byte[] base, byte[] project, byte[] sandbox) {
        KeptDiffs diffs = new KeptDiffs();
        List<MergeChunk> chunks = new ArrayList<>();
        try {
            new MergeAlgorithm(diffs)
                    .merge(new BoundedComparator(), new RawText(base), new RawText(project), new RawText(sandbox))
                    .forEach(chunks::add);
        } catch (BoundedComparator.ComparisonLimitReached e) {
            return Optional.empty();
        }
        List<SplitText> versions = List.of(SplitText.of(base), SplitText.of(project), SplitText.of(sandbox));
        return Optional.of(new TextMerge(versions, chunks, diffs.found));
    }

    /// Keeps the differences between the base and both sides.
    private static final class KeptDiffs extends HistogramDiff {
        private final List<EditList> found = new ArrayList<>();

        private KeptDiffs() {
            setFallbackAlgorithm(null);
        }

        @Override
        public <S extends Sequence> EditList diff(SequenceComparator<? super S> comparator, S base, S side) {
            EditList edits = super.diff(comparator, base, side);
            found.add(edits);
            return edits;
        }
    }

    /// The number of conflicts.
    public int hunks() {
        return (int) chunks.stream()
                .filter(chunk -> chunk.getConflictState() == ConflictState.NEXT_CONFLICTING_RANGE)
                .count();
    }

    /// The conflicts, in the order of the text.
    public List<TextConflict> conflicts() {
        List<TextConflict> conflicts = new ArrayList<>();
        MergeChunk project = null;
        for (MergeChunk chunk : chunks) {
            if (chunk.getConflictState() == ConflictState.FIRST_CONFLICTING_RANGE) {
                project = chunk;
            } else if (chunk.getConflictState() == ConflictState.NEXT_CONFLICTING_RANGE && project != null) {
                conflicts.add(new TextConflict(base(project, chunk), lines(project), lines(chunk)));
            }
        }
        return conflicts;
    }

    /// The merged text, with one choice for each conflict.
    public byte[] text(List<ConflictChoice> choices) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        int conflict = 0;
        boolean open = false;
        for (MergeChunk chunk : chunks) {
            switch (chunk.getConflictState()) {
                case NO_CONFLICT -> {
                    boolean _ = write(chunk, text);
                }
                case FIRST_CONFLICTING_RANGE -> {
                    if (choices.get(conflict) != ConflictChoice.SANDBOX) {
                        open = write(chunk, text);
                    }
                }
                case NEXT_CONFLICTING_RANGE -> {
                    if (choices.get(conflict) != ConflictChoice.PROJECT) {
                        boolean more = chunk.getEnd() > chunk.getBegin();
                        if (open && more) {
                            text.write('\n'); // the last line of the project's file has no end
                        }
                        boolean _ = write(chunk, text);
                    }
                    open = false;
                    conflict++;
                }
                case BASE_CONFLICTING_RANGE -> {
                    // These lines are in no result.
                }
            }
        }
        return text.toByteArray();
    }

    // True if the last line has no line feed.
    private boolean write(MergeChunk chunk, ByteArrayOutputStream out) {
        SplitText version = versions.get(chunk.getSequenceIndex());
        int from = version.start(chunk.getBegin());
        int to = version.start(chunk.getEnd());
        out.write(version.bytes(), from, to - from);
        return to > from && version.bytes()[to - 1] != '\n';
    }

    private LineRange lines(MergeChunk chunk) {
        return lines(versions.get(chunk.getSequenceIndex()), chunk.getBegin(), chunk.getEnd());
    }

    private static LineRange lines(SplitText version, int from, int to) {
        int start = version.start(from);
        return new LineRange(
                from, to, new String(version.bytes(), start, version.start(to) - start, StandardCharsets.UTF_8));
    }

    // The lines of the base between the places of both sides. JGit's own range counts lines of a side; if one side
    // emptied the file, it compares only the other.
    private LineRange base(MergeChunk project, MergeChunk sandbox) {
        SplitText base = versions.getFirst();
        if (edits.size() < 2) {
            return lines(base, 0, base.lines());
        }
        int from = Math.min(
                place(edits.getFirst(), project.getBegin(), false), place(edits.getLast(), sandbox.getBegin(), false));
        int to = Math.max(
                place(edits.getFirst(), project.getEnd(), true), place(edits.getLast(), sandbox.getEnd(), true));
        return lines(base, from, Math.max(from, to));
    }

    // The place in the base of a place in a side, the first or the last one if it is within changed lines.
    private static int place(EditList edits, int place, boolean last) {
        int shift = 0;
        for (Edit edit : edits) {
            boolean after = last ? place < edit.getBeginB() : place <= edit.getBeginB();
            if (after) {
                break;
            }
            if (last ? place <= edit.getEndB() : place < edit.getEndB()) {
                return last ? edit.getEndA() : edit.getBeginA();
            }
            shift = edit.getEndA() - edit.getEndB();
        }
        return place + shift;
    }
}
