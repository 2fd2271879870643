package dev.belljar.agent.erofs;

import org.jspecify.annotations.Nullable;

/// A file, folder or symbolic link of a tree; hard links share one.
///
/// There may be a million of them, so the fields are plain and nothing is kept twice. Names and targets are
/// strings with one character for each byte.
class ImageInode {
    static final int FILE = 0100000;
    static final int FOLDER = 0040000;
    static final int LINK = 0120000;
    private static final int TYPE = 0170000;

    private int mode;
    private int user;
    private int group;
    private long seconds;
    private byte[] extended = InodeAttributes.NONE;
    private long size;
    private int block;
    private final @Nullable String target;
    private int links;
    /// The place of the inode in the image, in units of 32 bytes, once it has one.
    private long place;

    private ImageInode(int type, InodeAttributes attributes, long size, int block, @Nullable String target) {
        this.mode = type;
        this.size = size;
        this.block = block;
        this.target = target;
        describe(attributes);
    }

    /// A folder.
    ImageInode(InodeAttributes attributes) {
        this(FOLDER, attributes, 0, 0, null);
    }

    /// A file whose content begins at this block of the image.
    static ImageInode file(InodeAttributes attributes, long size, int block) {
        return new ImageInode(FILE, attributes, size, block, null);
    }

    /// A symbolic link.
    static ImageInode link(InodeAttributes attributes, String target) {
        return new ImageInode(LINK, attributes, target.length(), 0, target);
    }

    final void describe(InodeAttributes attributes) {
        mode = (mode & TYPE) | attributes.permissions();
        user = attributes.user();
        group = attributes.group();
        seconds = attributes.seconds();
        extended = attributes.extended();
    }

    int type() {
        return mode & TYPE;
    }

    int mode() {
        return mode;
    }

    int user() {
        return user;
    }

    int group() {
        return group;
    }

    long seconds() {
        return seconds;
    }

    byte[] extended() {
        return extended;
    }

    long size() {
        return size;
    }

    int block() {
        return block;
    }

    @Nullable
    String target() {
        return target;
    }

    /// Sets where the content is, for a folder or the target of a long link.
    void content(int firstBlock, long bytes) {
        block = firstBlock;
        size = bytes;
    }

    /// How many names it has.
    int links() {
        return links;
    }

    void links(int now) {
        links = now;
    }

    long place() {
        return place;
    }

    void place(long now) {
        place = now;
    }
}
