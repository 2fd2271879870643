package dev.belljar.contract.view.host;

import java.util.List;

/// The imported images, the newest first, and the last import.
public record ImportedImages(List<ImportedImage> images, ImageImport last) {
    public ImportedImages {
        images = List.copyOf(images);
    }
}
