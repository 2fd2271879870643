package dev.belljar.agent.oci;

import dev.belljar.agent.erofs.TreeLimits;

/// What an image may have at most; a larger one is refused.
///
/// The memory of all names, links and attributes comes from one budget, a quarter of the host agent's
/// memory.
///
/// @param documentBytes of one JSON document (index, manifest, configuration)
/// @param documentValues objects, lists and values in one document
/// @param documentDepth how deep they are nested
/// @param nestedIndexes how many indexes may be followed one after another
/// @param archiveFiles files in the archive itself
/// @param layers layers of the image
/// @param unpackedBytes of all layers, unpacked, the content of files and the archives' own records
///     together
/// @param ratio how many times larger than its compressed form a layer may be
/// @param ratioFreeBytes unpacked bytes of a layer up to which the ratio does not matter
/// @param pathBytes of a path, and of the target of a link
/// @param nameBytes of one part of a path
/// @param headerBytes of the extended header of one file, which has its long names and extended attributes
/// @param attributeBytes of the extended attributes of one file as they are stored
/// @param tree files, memory, depth and steps of the tree of files
public record OciLimits(
        int documentBytes,
        int documentValues,
        int documentDepth,
        int nestedIndexes,
        int archiveFiles,
        int layers,
        long unpackedBytes,
        int ratio,
        long ratioFreeBytes,
        int pathBytes,
        int nameBytes,
        int headerBytes,
        int attributeBytes,
        TreeLimits tree) {
    public static final OciLimits USUAL = new OciLimits(
            4 << 20,
            100_000,
            32,
            4,
            20_000,
            127,
            64L << 30,
            200,
            256L << 20,
            4_095,
            255,
            256 << 10,
            16 << 10,
            new TreeLimits(1_000_000, 192L << 20, 1_024, 400_000_000));

    OciLimits withTree(TreeLimits other) {
        return new OciLimits(
                documentBytes,
                documentValues,
                documentDepth,
                nestedIndexes,
                archiveFiles,
                layers,
                unpackedBytes,
                ratio,
                ratioFreeBytes,
                pathBytes,
                nameBytes,
                headerBytes,
                attributeBytes,
                other);
    }

    OciLimits withUnpacked(long bytes, int mostRatio, long free) {
        return new OciLimits(
                documentBytes,
                documentValues,
                documentDepth,
                nestedIndexes,
                archiveFiles,
                layers,
                bytes,
                mostRatio,
                free,
                pathBytes,
                nameBytes,
                headerBytes,
                attributeBytes,
                tree);
    }
}
