package dev.belljar.agent.oci;

import dev.belljar.agent.erofs.TreeSummary;
import java.util.List;

/// What was made of an image: its digest without the algorithm, the names it was saved under, its configuration, how
/// many layers it has, its files, and how many devices and extended attributes were left out.
public record ConvertedImage(
        String id,
        List<String> names,
        OciConfig config,
        int layers,
        TreeSummary files,
        long special,
        long attributes) {
    public ConvertedImage {
        names = List.copyOf(names);
    }
}
