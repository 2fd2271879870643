package dev.belljar.agent.sync.capture;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.GitRecords;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.script.FetchLimits;
import dev.belljar.contract.text.ByteCount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// Refuses a project whose new and changed files are too large to be captured, before git reads any of them: git
/// would read a large sparse file for hours, and files that do not compress would fill the disk.
record CaptureLimit(GitRunner git, Path top, Path repository, DiskReserve reserve) {
    /// Bytes of the largest new or changed file.
    static final long LARGEST = FetchLimits.LARGEST_MIB << 20;

    /// Git writes each file as an object and once more into the pack.
    private static final int COPIES = 2;

    private record Sum(long bytes, GitPath largest, long largestBytes) {
        private static final Sum NOTHING = new Sum(0, new GitPath(""), 0);

        Sum with(GitPath path, long size) {
            return size > largestBytes
                    ? new Sum(bytes + size, path, size)
                    : new Sum(bytes + size, largest, largestBytes);
        }
    }

    /// Requires that the files that `git add` would take from the working tree are small enough and fit on the disk.
    ///
    /// @throws SyncException `sync.refused` for a file that is too large, `sync.disk-full` when the files together
    /// leave too little space free; both name the largest file
    void require() throws SyncException, InterruptedException {
        requireKnownSizes();
        Sum sum = sum();
        if (!fits(sum)) {
            // Files that were only touched or copied look changed until git has compared them.
            git.run(new byte[0], "update-index", "-q", "--refresh");
            sum = sum();
        }
        try {
            reserve.require(repository, COPIES * sum.bytes(), "copying the project");
        } catch (DiskReserve.ReachedException e) {
            throw tooMuch(sum, e);
        } catch (IOException e) {
            throw SyncFaults.file(repository + ": the free space there could not be determined", e);
        }
    }

    private boolean fits(Sum sum) throws SyncException {
        try {
            return reserve.room(repository) >= COPIES * sum.bytes();
        } catch (IOException e) {
            throw SyncFaults.file(repository + ": the free space there could not be determined", e);
        }
    }

    private Sum sum() throws SyncException, InterruptedException {
        Sum changed = add(Sum.NOTHING, "diff-files", "--name-only", "-z", "--ignore-submodules=all");
        Sum all = add(changed, "ls-files", "--others", "--exclude-standard", "-z");
        if (all.largestBytes() > LARGEST) {
            throw tooLarge(all.largest(), all.largestBytes());
        }
        return all;
    }

    /// Refuses a large file whose growth git does not see. Git's index keeps only the low 32 bits of a size, so
    /// a file that grew by a multiple of 4 GiB within a second of the last commit looks unchanged, and git would
    /// read all of it to find out.
    private void requireKnownSizes() throws SyncException, InterruptedException {
        try (GitRecords paths = new GitRecords(git, GitRunner.LIMIT, "ls-files", "-z")) {
            for (String each = paths.next(); each != null; each = paths.next()) {
                GitPath path = new GitPath(each);
                long size = size(path);
                if (size > LARGEST) {
                    long before = git.tryLine("cat-file", "-s", ":" + text(path))
                            .map(Long::parseLong)
                            .orElse(size);
                    if (before != size && (int) before == (int) size) {
                        throw tooLarge(path, size);
                    }
                }
            }
        }
    }

    private SyncException tooLarge(GitPath path, long size) {
        return SyncFaults.refused(
                "%s in %s is %s: expected at most %s for a new or changed file"
                        .formatted(path.brief(), top, ByteCount.words(size), ByteCount.words(LARGEST)),
                "Delete the file, move it out of the project or, if it is new, add it to .gitignore. Then try again.");
    }

    private static String text(GitPath path) {
        return new String(path.bytes(), StandardCharsets.UTF_8);
    }

    private Sum add(Sum before, String... listing) throws SyncException, InterruptedException {
        Sum sum = before;
        try (GitRecords paths = new GitRecords(git, GitRunner.LIMIT, listing)) {
            for (String each = paths.next(); each != null; each = paths.next()) {
                GitPath path = new GitPath(each);
                sum = sum.with(path, size(path));
            }
        }
        return sum;
    }

    // A file that has gone since, or whose name this process cannot express, counts as 0: git reports it itself.
    private long size(GitPath path) {
        try {
            Path file = top.resolve(text(path));
            BasicFileAttributes found =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return found.isRegularFile() ? found.size() : 0;
        } catch (IOException | InvalidPathException e) {
            return 0;
        }
    }

    private SyncException tooMuch(Sum sum, DiskReserve.ReachedException e) {
        return new SyncException(
                SyncException.DISK_FULL,
                "the new and changed files in %s total %s (largest: %s, %s); %s"
                        .formatted(
                                top,
                                ByteCount.words(sum.bytes()),
                                sum.largest().brief(),
                                ByteCount.words(sum.largestBytes()),
                                e.getMessage()),
                "Add files that the sandbox does not need to .gitignore, or free some disk space. Then try again.",
                e);
    }
}
