package dev.belljar.agent.erofs;

import dev.belljar.agent.erofs.ImageFolder.FolderEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The files of an image in memory, built layer by layer: the content of files is elsewhere.
///
/// Paths are relative to the root, without `.`, `..` and empty parts, with one character for each byte. A
/// symbolic link that a path leads through is followed in the tree, as the programs that unpack images do
/// in theirs; nothing of the host is looked at. What is added later replaces what has the same path, except
/// that a folder keeps its entries when the same folder is added again. A removal never affects what its
/// own layer added.
///
/// All of it is counted against limits, because names, links and removals come from a stranger. Not
/// thread-safe.
public final class ImageTree {
    private static final int MOST_LINKS = 40;

    private final TreeLimits limits;
    private final ImageFolder root;
    private int entries;
    private long memory;
    private long steps;

    public ImageTree(TreeLimits limits) {
        this.limits = limits;
        this.root = new ImageFolder(null, InodeAttributes.USUAL);
    }

    ImageFolder root() {
        return root;
    }

    /// How many files, folders and links were added.
    public int entries() {
        return entries;
    }

    /// Adds a folder, or describes the folder that is there. The empty path is the root.
    public void folder(String path, InodeAttributes attributes, int layer) throws TreeException {
        count();
        if (path.isEmpty()) {
            root.describe(attributes);
            return;
        }
        ImageFolder parent = parent(path, layer);
        String name = name(path);
        FolderEntry before = parent.get(name);
        if (before != null && before.inode() instanceof ImageFolder folder) {
            charge(0, attributes);
            folder.describe(attributes);
            parent.put(name, folder, layer);
        } else {
            ImageFolder _ = newFolder(parent, name, attributes, layer);
        }
    }

    /// Adds a file whose content begins at this block of the image.
    public void file(String path, InodeAttributes attributes, long size, int block, int layer) throws TreeException {
        put(path, ImageInode.file(attributes, size, block), 0, attributes, layer);
    }

    /// Adds a symbolic link, which may lead anywhere.
    public void link(String path, InodeAttributes attributes, String target, int layer) throws TreeException {
        put(path, ImageInode.link(attributes, target), target.length(), attributes, layer);
    }

    /// Adds another name of a file or a symbolic link.
    public void hardLink(String path, String target, int layer) throws TreeException {
        FolderEntry found = find(target);
        if (found == null) {
            throw new TreeException(
                    "%s is a hard link to %s, which does not exist in the image".formatted(shown(path), shown(target)));
        }
        if (found.inode() instanceof ImageFolder) {
            throw new TreeException("%s is a hard link to the folder %s".formatted(shown(path), shown(target)));
        }
        put(path, found.inode(), 0, new InodeAttributes(0, 0, 0, 0, InodeAttributes.NONE), layer);
    }

    /// Removes what earlier layers have at this path, if anything.
    public void remove(String path, int layer) throws TreeException {
        count();
        ImageFolder parent = existing(parentPath(path));
        FolderEntry found = parent == null || path.isEmpty() ? null : parent.get(name(path));
        if (parent != null && found != null) {
            removeFrom(parent, name(path), found, layer);
        }
    }

    /// Removes what earlier layers have in this folder, if it exists.
    public void clear(String path, int layer) throws TreeException {
        count();
        ImageFolder folder = existing(path);
        if (folder != null) {
            clear(folder, layer);
        }
    }

    /// True if there is a file at this path, or a link that leads to one.
    public boolean hasFile(String path) throws TreeException {
        String at = path;
        for (int links = 0; links < MOST_LINKS; links++) {
            FolderEntry found = find(at);
            String target = found == null ? null : found.inode().target();
            if (target == null) {
                return found != null && found.inode().type() == ImageInode.FILE;
            }
            at = target.startsWith("/") ? target : parentPath(at) + "/" + target;
        }
        return false;
    }

    /// What the tree contains now.
    public TreeSummary summary() {
        TreeSummary.EntryCounter counter = new TreeSummary.EntryCounter();
        List<ImageFolder> folders = new ArrayList<>(List.of(root));
        for (int at = 0; at < folders.size(); at++) {
            ImageFolder folder = folders.get(at);
            for (Map.Entry<String, FolderEntry> each : folder.entries().entrySet()) {
                counter.count(each.getKey(), each.getValue().inode());
                if (each.getValue().inode() instanceof ImageFolder inner) {
                    folders.add(inner);
                }
            }
        }
        return counter.summary();
    }

    private void removeFrom(ImageFolder parent, String name, FolderEntry found, int layer) throws TreeException {
        if (found.inode() instanceof ImageFolder folder) {
            clear(folder, layer);
            if (!folder.entries().isEmpty()) {
                return; // this layer has files in it
            }
        }
        if (found.layer() < layer) {
            parent.remove(name);
        }
    }

    /// Not recursive: a tree may be deeper than a stack.
    private void clear(ImageFolder top, int layer) throws TreeException {
        List<ImageFolder> folders = new ArrayList<>(List.of(top));
        for (int at = 0; at < folders.size(); at++) {
            for (FolderEntry each : folders.get(at).values()) {
                step(1);
                if (each.inode() instanceof ImageFolder inner) {
                    folders.add(inner);
                }
            }
        }
        // From the deepest to the top: a folder is empty by then if nothing of this layer is in it.
        for (ImageFolder folder : folders.reversed()) {
            folder.removeIf(each -> each.layer() < layer
                    && !(each.inode() instanceof ImageFolder inner
                            && !inner.entries().isEmpty()));
        }
    }

    private void put(String path, ImageInode inode, int bytes, InodeAttributes attributes, int layer)
            throws TreeException {
        count();
        if (path.isEmpty()) {
            throw new TreeException("the root of the image is a file or a link instead of a folder");
        }
        ImageFolder parent = parent(path, layer);
        charge(name(path).length() + bytes, attributes);
        parent.put(name(path), inode, layer);
    }

    private ImageFolder newFolder(ImageFolder parent, String name, InodeAttributes attributes, int layer)
            throws TreeException {
        if (parent.depth() >= limits.depth()) {
            throw TreeException.tooLarge("folders are nested more than %,d deep".formatted(limits.depth()));
        }
        charge(name.length(), attributes);
        ImageFolder folder = new ImageFolder(parent, attributes);
        parent.put(name, folder, layer);
        return folder;
    }

    /// The folder that a new entry with this path is put into, created with all that is missing above it.
    private ImageFolder parent(String path, int layer) throws TreeException {
        ImageFolder folder = walk(parentPath(path), true, layer);
        return Objects.requireNonNull(folder);
    }

    private @Nullable ImageFolder existing(String path) throws TreeException {
        return walk(path, false, 0);
    }

    private @Nullable FolderEntry find(String path) throws TreeException {
        ImageFolder parent = existing(parentPath(path));
        return parent == null || path.isEmpty() ? null : parent.get(name(path));
    }

    /// Follows a path to a folder. What is missing, or not a folder, is created or makes the result null.
    private @Nullable ImageFolder walk(String path, boolean create, int layer) throws TreeException {
        Deque<String> left = new ArrayDeque<>();
        push(left, path);
        ImageFolder at = root;
        int links = 0;
        while (!left.isEmpty()) {
            step(1);
            String name = left.pop();
            FolderEntry next = at.get(name);
            if (name.equals("..")) { // only from the target of a link
                at = at.parent();
            } else if (next != null && next.inode() instanceof ImageFolder folder) {
                at = folder;
            } else if (next != null && next.inode().target() != null) {
                if (++links > MOST_LINKS) {
                    throw new TreeException(
                            "the path %s leads through more than %d links".formatted(shown(path), MOST_LINKS));
                }
                String target = Objects.requireNonNull(next.inode().target());
                at = target.startsWith("/") ? root : at;
                push(left, target);
            } else if (create) {
                at = newFolder(at, name, InodeAttributes.USUAL, layer);
            } else {
                return null;
            }
        }
        return at;
    }

    /// Puts the parts of a path before what is left.
    private void push(Deque<String> left, String path) throws TreeException {
        String[] parts = path.split("/", -1);
        step(parts.length);
        for (int i = parts.length - 1; i >= 0; i--) {
            if (!parts[i].isEmpty() && !parts[i].equals(".")) {
                left.push(parts[i]);
            }
        }
        step(left.size());
    }

    private void count() throws TreeException {
        if (++entries > limits.entries()) {
            throw TreeException.tooLarge("there are more than %,d files and folders".formatted(limits.entries()));
        }
    }

    private void charge(int bytes, InodeAttributes attributes) throws TreeException {
        memory += TreeLimits.ENTRY_BYTES + bytes + attributes.extended().length;
        if (memory > limits.memoryBytes()) {
            throw TreeException.tooLarge(
                    "the names, links and attributes of its %,d files need more than %d MiB of memory"
                            .formatted(entries, limits.memoryBytes() >> 20));
        }
    }

    private void step(int more) throws TreeException {
        steps += more;
        if (steps > limits.steps()) {
            throw TreeException.tooLarge(
                    "its links and removals take more than %,d steps to follow".formatted(limits.steps()));
        }
    }

    private static String parentPath(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String shown(String path) {
        return ImagePath.shown(path);
    }
}
