package dev.belljar.agent.erofs;

import java.util.ArrayList;
import java.util.List;

/// How many files, folders and symbolic links a tree has, the bytes of its files, how many programs run as
/// their owner or group (setuid, setgid), and the names of some of them.
public record TreeSummary(long files, long folders, long links, long bytes, long setuid, List<String> setuidNames) {
    private static final int MOST_NAMES = 10;
    private static final int SET_ID = 06000;

    public TreeSummary {
        setuidNames = List.copyOf(setuidNames);
    }

    /// Counts the entries of a tree.
    static final class EntryCounter {
        private long files;
        private long folders;
        private long links;
        private long bytes;
        private long setuid;
        private final List<String> names = new ArrayList<>();

        void count(String name, ImageInode inode) {
            switch (inode.type()) {
                case ImageInode.FOLDER -> folders++;
                case ImageInode.LINK -> links++;
                default -> file(name, inode);
            }
        }

        private void file(String name, ImageInode inode) {
            files++;
            bytes += inode.size();
            if ((inode.mode() & SET_ID) != 0) {
                setuid++;
                if (names.size() < MOST_NAMES) {
                    names.add(ImagePath.shown(name));
                }
            }
        }

        TreeSummary summary() {
            return new TreeSummary(files, folders, links, bytes, setuid, names);
        }
    }
}
