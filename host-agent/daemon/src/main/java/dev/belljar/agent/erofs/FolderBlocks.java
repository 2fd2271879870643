package dev.belljar.agent.erofs;

import dev.belljar.agent.erofs.ImageFolder.FolderEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The entries of a folder as EROFS stores them: blocks, each with the fixed parts of its entries, then
/// their names.
///
/// The kernel finds a name by binary search, in the blocks by their first names and then in one block, so
/// the order of all names, with `.` and `..`, is that of their bytes.
final class FolderBlocks {
    private static final int ENTRY = 12;
    private static final byte TYPE_FILE = 1;
    private static final byte TYPE_FOLDER = 2;
    private static final byte TYPE_LINK = 7;

    private final ImageFolder folder;
    private final List<String> names;

    FolderBlocks(ImageFolder folder) {
        this.folder = folder;
        this.names = new ArrayList<>(folder.entries().keySet());
        names.add(".");
        names.add("..");
        Collections.sort(names);
    }

    /// How many bytes they take; the last block need not be full.
    long size() {
        long blocks = 0;
        int used = BlockOutput.BLOCK;
        for (String name : names) {
            int needed = ENTRY + name.length();
            if (used + needed > BlockOutput.BLOCK) {
                blocks++;
                used = 0;
            }
            used += needed;
        }
        return (blocks - 1) * BlockOutput.BLOCK + used;
    }

    void write(BlockOutput out) throws IOException {
        int from = 0;
        while (from < names.size()) {
            int to = from;
            int used = 0;
            while (to < names.size() && used + ENTRY + names.get(to).length() <= BlockOutput.BLOCK) {
                used += ENTRY + names.get(to).length();
                to++;
            }
            writeBlock(out, names.subList(from, to), used);
            from = to;
        }
    }

    private void writeBlock(BlockOutput out, List<String> some, int used) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(used).order(ByteOrder.LITTLE_ENDIAN);
        int nameAt = some.size() * ENTRY;
        for (String name : some) {
            ImageInode inode = inode(name);
            block.putLong(inode.place())
                    .putShort((short) nameAt)
                    .put(type(inode))
                    .put((byte) 0);
            nameAt += name.length();
        }
        for (String name : some) {
            block.put(name.getBytes(StandardCharsets.ISO_8859_1));
        }
        out.write(block.array(), 0, used);
        out.pad();
    }

    private ImageInode inode(String name) {
        if (name.equals(".")) {
            return folder;
        }
        if (name.equals("..")) {
            return folder.parent();
        }
        FolderEntry entry = folder.get(name);
        if (entry == null) {
            throw new IllegalStateException("the folder changed while it was written");
        }
        return entry.inode();
    }

    private static byte type(ImageInode inode) {
        return switch (inode.type()) {
            case ImageInode.FOLDER -> TYPE_FOLDER;
            case ImageInode.LINK -> TYPE_LINK;
            default -> TYPE_FILE;
        };
    }
}
