package dev.belljar.agent.autosnapshot;

import java.util.regex.Pattern;

/// Recognizes that many files, or several folders, are deleted within a short time. All times are milliseconds
/// of a monotonic clock. Needs the same space whatever the guest reports. Not thread-safe.
///
/// Folders with packages, build output and git's own files do not count: they can be made again, and tools
/// delete them all the time.
final class DeletionBurst {
    static final int FILES = 50;
    static final int FOLDERS = 10;
    static final long WINDOW = 2_000;

    private static final Pattern IGNORED = Pattern.compile(
            "/(?:\\.git|node_modules|target|\\.venv|__pycache__|\\.gradle|\\.cache|\\.tox|\\.next|\\.nuxt"
                    + "|\\.mypy_cache|\\.pytest_cache|\\.ruff_cache)(?:/|$)");

    private final RecentTimes files = new RecentTimes(FILES);
    private final RecentTimes folders = new RecentTimes(FOLDERS);

    /// The times of the last few deletions.
    private static final class RecentTimes {
        private final long[] times;
        private int count;
        private int next;

        RecentTimes(int most) {
            this.times = new long[most];
        }

        /// True if the last ones, together with this one, happened within the window; the count then begins
        /// again.
        boolean add(long now) {
            times[next] = now;
            next = (next + 1) % times.length;
            count = Math.min(count + 1, times.length);
            if (count < times.length || now - times[next] > WINDOW) {
                return false;
            }
            count = 0;
            return true;
        }
    }

    /// A file or folder was deleted; true if that makes many.
    boolean deleted(long now, String path, boolean folder) {
        return !IGNORED.matcher(path).find() && (folder ? folders : files).add(now);
    }
}
