package dev.belljar.agent.erofs;

import dev.belljar.agent.erofs.ImageFolder.FolderEntry;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// Writes a file system image in EROFS, as the kernel's `fs/erofs/erofs_fs.h` defines it: not compressed,
/// with inodes of 64 bytes and blocks of 4096.
///
/// Belljar writes it itself, because mkfs.erofs of Debian 12 reads a folder only: the files of a stranger,
/// with their owners, would first have to be unpacked on the host by root. The content of files comes first
/// in the image and is written while the layers are read; folders and inodes follow once the tree is
/// complete, and the superblock is written last. The same files in the same order make the same image. A
/// device is never written.
public final class ErofsWriter implements AutoCloseable {
    private static final int BLOCK = BlockOutput.BLOCK;
    private static final int UNIT = 32;
    private static final int INODE = 64;
    private static final int SUPERBLOCK_AT = 1024;
    private static final int MAGIC = 0xE0F5E1E2;
    private static final int WITH_CHECKSUM = 1;
    private static final int BLOCK_BITS = 12;
    private static final int EXTENDED = 1;
    /// The content is in blocks of its own, or behind the inode (for the targets of links).
    private static final int PLAIN = EXTENDED;
    private static final int INLINE = EXTENDED | (2 << 1);
    private static final int ATTRIBUTES_HEADER = 12;
    /// Not 0: programs take a file without an inode number for a removed one.
    private static final long FIRST_PLACE = INODE;

    private final BlockOutput out;
    private final byte[] buffer = new byte[1 << 16];

    /// An image in a file that must not exist yet.
    public ErofsWriter(Path file) throws IOException {
        out = new BlockOutput(file);
        out.pad(BLOCK);
    }

    /// Writes the content of a file, which must have this many bytes, and returns its first block.
    ///
    /// @throws EOFException when the content is shorter
    public int content(InputStream in, long size) throws IOException {
        int block = out.block();
        long left = size;
        while (left > 0) {
            int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (read < 0) {
                throw new EOFException("the content of a file ends %,d bytes early".formatted(left));
            }
            out.write(buffer, 0, read);
            left -= read;
        }
        out.pad();
        return block;
    }

    /// How many bytes were written so far.
    public long bytes() {
        return out.position();
    }

    /// Completes the image with these files, whose content was written before. `id` are 32 hex digits. A million
    /// folders take 4 GB, so `listener` is told of each megabyte.
    public void finish(ImageTree tree, String id, WriteListener listener) throws IOException {
        out.tell(listener);
        List<ImageFolder> folders = new ArrayList<>(List.of(tree.root()));
        List<ImageInode> inodes = new ArrayList<>();
        long end = place(tree.root(), FIRST_PLACE, inodes);
        for (int at = 0; at < folders.size(); at++) {
            end = placeEntries(folders.get(at), folders, inodes, end);
        }
        for (ImageFolder folder : folders) {
            FolderBlocks blocks = new FolderBlocks(folder);
            folder.content(out.block(), blocks.size());
            blocks.write(out);
        }
        writeLongTargets(inodes);
        int first = out.block();
        for (ImageInode inode : inodes) {
            out.pad((long) first * BLOCK + inode.place() * UNIT);
            write(inode);
        }
        out.pad();
        byte[] superblock = superblock(inodes.size(), first, tree.root().place(), id);
        out.finish(superblock, SUPERBLOCK_AT);
    }

    private static long placeEntries(
            ImageFolder folder, List<ImageFolder> folders, List<ImageInode> inodes, long begin) {
        long end = begin;
        int links = 2;
        for (FolderEntry each : folder.values()) {
            ImageInode inode = each.inode();
            if (inode instanceof ImageFolder inner) {
                links++;
                folders.add(inner);
            } else {
                inode.links(inode.links() + 1);
            }
            if (inode.place() == 0) {
                end = place(inode, end, inodes);
            }
        }
        folder.links(links);
        return end;
    }

    /// Gives an inode the next place in which it crosses no block, if one block can hold it.
    private static long place(ImageInode inode, long from, List<ImageInode> inodes) {
        long begin = (from + UNIT - 1) / UNIT * UNIT;
        int length = length(inode);
        if (begin % BLOCK + length > BLOCK) {
            begin = (begin + BLOCK - 1) / BLOCK * BLOCK;
        }
        inode.place(begin / UNIT);
        inodes.add(inode);
        return begin + length;
    }

    private static int length(ImageInode inode) {
        String target = inlineTarget(inode);
        return INODE + inode.extended().length + (target == null ? 0 : target.length());
    }

    /// The target of a link, if it fits behind its inode.
    private static @Nullable String inlineTarget(ImageInode inode) {
        String target = inode.target();
        return target != null && INODE + inode.extended().length + target.length() <= BLOCK ? target : null;
    }

    private void writeLongTargets(List<ImageInode> inodes) throws IOException {
        for (ImageInode inode : inodes) {
            String target = inode.target();
            if (target != null && inlineTarget(inode) == null) {
                inode.content(out.block(), target.length());
                out.write(target.getBytes(StandardCharsets.ISO_8859_1), 0, target.length());
                out.pad();
            }
        }
    }

    private void write(ImageInode inode) throws IOException {
        String target = inlineTarget(inode);
        byte[] extended = inode.extended();
        ByteBuffer bytes = ByteBuffer.allocate(length(inode)).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putShort((short) (target == null ? PLAIN : INLINE));
        bytes.putShort((short) (extended.length == 0 ? 0 : (extended.length - ATTRIBUTES_HEADER) / Integer.BYTES + 1));
        bytes.putShort((short) inode.mode()).putShort((short) 0);
        bytes.putLong(inode.size());
        bytes.putInt(inode.block()).putInt((int) inode.place());
        bytes.putInt(inode.user()).putInt(inode.group());
        bytes.putLong(inode.seconds()).putInt(0);
        bytes.putInt(inode.links());
        bytes.position(INODE);
        bytes.put(extended);
        if (target != null) {
            bytes.put(target.getBytes(StandardCharsets.ISO_8859_1));
        }
        out.write(bytes.array(), 0, bytes.capacity());
    }

    /// The superblock with the rest of its block.
    private byte[] superblock(int inodes, int firstInodeBlock, long root, String id) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(BLOCK - SUPERBLOCK_AT).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(MAGIC).putInt(0).putInt(WITH_CHECKSUM);
        bytes.put((byte) BLOCK_BITS).put((byte) 0).putShort((short) root);
        bytes.putLong(inodes).putLong(0).putInt(0);
        bytes.putInt(out.block()).putInt(firstInodeBlock).putInt(0);
        bytes.put(HexFormat.of().parseHex(id));
        bytes.put("belljar".getBytes(StandardCharsets.US_ASCII));
        CRC32C checksum = new CRC32C();
        checksum.update(bytes.array());
        // The kernel does not invert the result as others do.
        bytes.putInt(Integer.BYTES, ~(int) checksum.getValue());
        return bytes.array();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
