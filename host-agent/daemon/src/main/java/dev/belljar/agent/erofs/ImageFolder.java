package dev.belljar.agent.erofs;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A folder of a tree, with its entries in the order of their bytes.
final class ImageFolder extends ImageInode {
    /// An entry with the number of the layer that put it there.
    record FolderEntry(ImageInode inode, int layer) {}

    private final @Nullable ImageFolder parent;
    private final int depth;
    private final TreeMap<String, FolderEntry> entries = new TreeMap<>();

    ImageFolder(@Nullable ImageFolder parent, InodeAttributes attributes) {
        super(attributes);
        this.parent = parent;
        this.depth = parent == null ? 0 : parent.depth + 1;
    }

    /// The folder that this one is in; the root is in itself.
    ImageFolder parent() {
        return parent == null ? this : parent;
    }

    /// How many folders are above this one.
    int depth() {
        return depth;
    }

    @Nullable
    FolderEntry get(String name) {
        return entries.get(name);
    }

    void put(String name, ImageInode inode, int layer) {
        entries.put(name, new FolderEntry(inode, layer));
    }

    void remove(String name) {
        entries.remove(name);
    }

    /// Removes the entries for which this holds.
    void removeIf(Predicate<FolderEntry> which) {
        entries.values().removeIf(which);
    }

    Map<String, FolderEntry> entries() {
        return entries;
    }

    Collection<FolderEntry> values() {
        return entries.values();
    }
}
