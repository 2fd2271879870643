package dev.belljar.agent.oci;

import dev.belljar.agent.erofs.ErofsWriter;
import dev.belljar.agent.erofs.ImagePath;
import dev.belljar.agent.erofs.ImageTree;
import dev.belljar.agent.erofs.TreeException;
import java.io.IOException;
import java.io.InputStream;

/// Puts the files of layers into a tree and their content into its image, and obeys the layers' whiteouts:
/// files whose names say what of the layers below is removed.
final class LayerFiles {
    private static final String WHITEOUT = ".wh.";
    /// Records of a file system of the past, except the one below.
    private static final String SPECIAL_WHITEOUT = ".wh..wh.";
    /// Removes everything that the layers below have in the folder.
    private static final String OPAQUE = ".wh..wh..opq";

    private final ImageTree tree;
    private final ErofsWriter image;
    private final OciLimits limits;
    private long special;
    private long attributes;

    LayerFiles(ImageTree tree, ErofsWriter image, OciLimits limits) {
        this.tree = tree;
        this.image = image;
        this.limits = limits;
    }

    /// Adds the files of one layer; layers are numbered from the lowest.
    void add(InputStream layer, int number) throws IOException, OciException {
        LayerReader tar = new LayerReader(layer, limits);
        try {
            LayerEntry entry = tar.next();
            while (entry != null) {
                add(entry, tar.content(), number);
                entry = tar.next();
            }
        } catch (TreeException e) {
            String message = String.valueOf(e.getMessage());
            throw e.limit() ? OciException.tooLarge(message) : OciException.invalid(message);
        }
    }

    private void add(LayerEntry entry, InputStream content, int layer) throws IOException, OciException, TreeException {
        String path = entry.path();
        String name = path.substring(path.lastIndexOf('/') + 1);
        if (name.equals(OPAQUE)) {
            tree.clear(folder(path), layer);
        } else if (name.startsWith(SPECIAL_WHITEOUT) || path.startsWith(SPECIAL_WHITEOUT)) {
            return;
        } else if (name.startsWith(WHITEOUT)) {
            tree.remove(removed(path, name), layer);
        } else {
            attributes += entry.dropped();
            put(entry, content, layer);
        }
    }

    private static String folder(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    private static String removed(String path, String name) throws OciException {
        String what = name.substring(WHITEOUT.length());
        if (what.isEmpty() || what.equals(".") || what.equals("..")) {
            throw OciException.invalid(
                    "%s removes no file: expected a name after .wh.".formatted(ImagePath.shown(path)));
        }
        String folder = folder(path);
        return folder.isEmpty() ? what : folder + "/" + what;
    }

    private void put(LayerEntry entry, InputStream content, int layer) throws IOException, TreeException {
        switch (entry.type()) {
            case FOLDER -> tree.folder(entry.path(), entry.attributes(), layer);
            case LINK -> tree.link(entry.path(), entry.attributes(), entry.target(), layer);
            case HARD_LINK -> tree.hardLink(entry.path(), entry.target(), layer);
            case SPECIAL -> special++;
            case FILE -> {
                int block = entry.size() == 0 ? 0 : image.content(content, entry.size());
                tree.file(entry.path(), entry.attributes(), entry.size(), block, layer);
            }
        }
    }

    /// How many devices, pipes and sockets were left out.
    long special() {
        return special;
    }

    /// How many extended attributes were left out.
    long attributes() {
        return attributes;
    }
}
