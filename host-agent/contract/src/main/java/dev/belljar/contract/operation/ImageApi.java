package dev.belljar.contract.operation;

import dev.belljar.contract.request.environment.ImportImage;
import dev.belljar.contract.request.environment.RemoveImage;
import dev.belljar.contract.view.host.ImageImport;
import dev.belljar.contract.view.host.ImportedImages;

/// The operations on images that the user imported.
public final class ImageApi {
    public static final Operation<Empty, ImportedImages> LIST = Operation.get("importedImages", "/images")
            .about(
                    "Returns the imported images and the state of the last import.",
                    "The images, the newest first, and the import.")
            .answers(ImportedImages.class);

    public static final Operation<ImportImage, ImageImport> IMPORT = Operation.post("importImage", "/images/import")
            .about(
                    "Starts importing a container image from an OCI layout or from an archive that Podman or Docker"
                            + " saved, and returns at once. There is one import at a time.",
                    "The state of the import.")
            .body(ImportImage.class)
            .answers(ImageImport.class);

    public static final Operation<Empty, ImageImport> CANCEL = Operation.post(
                    "cancelImageImport", "/images/import/cancel")
            .about("Cancels a running import and removes its files.", "The state of the import after it was cancelled.")
            .answers(ImageImport.class);

    public static final Operation<RemoveImage, ImportedImages> REMOVE = Operation.post("removeImage", "/images/remove")
            .about(
                    "Removes an imported image. An image that a sandbox, a snapshot or a template uses is not removed.",
                    "The images that remain.")
            .body(RemoveImage.class)
            .answers(ImportedImages.class);

    private ImageApi() {}
}
