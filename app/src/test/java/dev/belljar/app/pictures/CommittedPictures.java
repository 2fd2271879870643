package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/// The pictures in `assets/screenshots`, with which newly drawn ones are compared.
///
/// With `-Dpictures.approve=true` each picture that differs is replaced by the new one; the others stay
/// unchanged, byte for byte. To add a picture, create an empty file with its name first.
record CommittedPictures(Path folder, Path drawn) {
    /// The committed pictures of this checkout.
    static CommittedPictures here() {
        Path assets = Path.of(System.getProperty("belljar.assets", "../assets"));
        return new CommittedPictures(assets.resolve("screenshots"), Path.of("target", "pictures"));
    }

    boolean has(String name) {
        return Files.exists(folder.resolve(name));
    }

    /// The file names of all of them.
    List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    /// Returns true if there is no committed picture of this name, or if `picture` looks like it outside `except`.
    boolean fits(String name, BufferedImage picture, List<Rectangle> except) throws IOException {
        BufferedImage committed = has(name) ? ImageIO.read(folder.resolve(name).toFile()) : picture;
        return committed != null
                && PictureDifference.between(committed, picture, except).none();
    }

    /// Writes the drawn picture, and compares it with the committed one of this name if it exists, except in
    /// the areas `except`.
    void check(String name, BufferedImage picture, List<Rectangle> except, boolean approve) throws IOException {
        WindowHarness.write(picture, drawn.resolve(name));
        if (!has(name)) {
            return;
        }
        BufferedImage committed = ImageIO.read(folder.resolve(name).toFile());
        if (committed != null) {
            PictureDifference difference = PictureDifference.between(committed, picture, except);
            if (difference.none()) {
                return;
            }
            if (!approve) {
                Path marked = drawn.resolve(name.replace(".png", "-differs.png"));
                WindowHarness.write(difference.markedIn(picture), marked);
                throw new AssertionError(
                        ("%s is drawn otherwise than the committed picture: %d blocks of 16 x 16 pixels"
                                        + " differ, the first at %d, %d. They are framed in %s. If that is as it should be, run"
                                        + " the test with -Dpictures.approve=true, look at what it changes, and commit it.")
                                .formatted(
                                        name,
                                        difference.blocks().size(),
                                        difference.blocks().getFirst().x,
                                        difference.blocks().getFirst().y,
                                        marked.toAbsolutePath()));
            }
        }
        assertThat(approve)
                .as("%s is no picture: -Dpictures.approve=true draws it", name)
                .isTrue();
        writeSmall(picture, folder.resolve(name));
    }

    /// Writes an opaque PNG with the best compression: each version stays in the repository forever.
    private static void writeSmall(BufferedImage picture, Path file) throws IOException {
        BufferedImage opaque = new BufferedImage(picture.getWidth(), picture.getHeight(), BufferedImage.TYPE_INT_RGB);
        opaque.createGraphics().drawImage(picture, 0, 0, null);
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        Files.deleteIfExists(file);
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
            ImageWriteParam how = writer.getDefaultWriteParam();
            how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            how.setCompressionQuality(0);
            writer.setOutput(out);
            writer.write(null, new IIOImage(opaque, null, null), how);
        } finally {
            writer.dispose();
        }
    }
}
