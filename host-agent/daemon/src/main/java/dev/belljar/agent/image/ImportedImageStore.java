package dev.belljar.agent.image;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.host.FileTrees;
import dev.belljar.agent.oci.ConvertListener;
import dev.belljar.agent.oci.ConvertedImage;
import dev.belljar.agent.oci.ImageConverter;
import dev.belljar.agent.oci.OciException;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.view.host.ImageConfig;
import dev.belljar.contract.view.host.ImportedImage;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The images that the user imported, in the data folder: a folder for each, named by the digest of its
/// content, and a file with the names.
///
/// An image appears when it is complete: it is made in a folder of another name, which the next host agent
/// removes if it is left over. A name can be given to another image; the old one stays as long as a machine
/// needs it, because the disk of a machine is a layer over its image. One host agent uses the folder, and
/// one import or removal at a time changes it.
public final class ImportedImageStore implements ImageNames {
    private static final Logger LOG = LoggerFactory.getLogger(ImportedImageStore.class);
    private static final String ROOT = "root.erofs";
    private static final String RECORD = "image.json";
    private static final String NAMES = "names.json";
    private static final String PARTIAL = ".import-";
    private static final String DIGEST = "[0-9a-f]{64}";

    private final Path folder;
    private final DiskReserve reserve;
    private final ImportedImageUsers users;
    private final ReentrantLock lock = new ReentrantLock();

    /// The images of this data folder; an import does not use the reserve.
    public ImportedImageStore(Path data, DiskReserve reserve) {
        this.folder = data.resolve("images");
        this.reserve = reserve;
        this.users = new ImportedImageUsers(data);
    }

    /// The images of this data folder, whose folder is created, without what a killed host agent left in it.
    ///
    /// @throws ImageException when the folder cannot be used
    public static ImportedImageStore open(Path data, DiskReserve reserve) throws ImageException {
        ImportedImageStore store = new ImportedImageStore(data, reserve);
        store.open();
        return store;
    }

    private void open() throws ImageException {
        try {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            DurableFile.sweep(folder);
            try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, PARTIAL + "*")) {
                left.forEach(FileTrees::delete);
            }
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    /// The file system of the image with this digest, if it is complete.
    public Optional<Path> root(String digest) {
        return record(digest).map(_ -> folder.resolve(digest).resolve(ROOT));
    }

    @Override
    public Optional<StoredImage> named(String name) {
        String wanted = ImageName.canonical(name);
        return namesOrNone().entrySet().stream()
                .filter(each -> ImageName.canonical(each.getKey()).equals(wanted))
                .findFirst()
                .flatMap(each -> record(each.getValue()));
    }

    /// All images with a name, the newest first.
    public List<ImportedImage> list() {
        List<ImportedImage> all = new ArrayList<>();
        namesOrNone().forEach((name, digest) -> record(digest).ifPresent(image -> all.add(view(name, image))));
        all.sort(Comparator.comparingLong(ImportedImage::imported).reversed());
        return all;
    }

    private ImportedImage view(String name, StoredImage image) {
        return new ImportedImage(
                name,
                image.digest(),
                image.origin(),
                image.imported(),
                image.layers(),
                image.files(),
                image.bytes(),
                image.setuid(),
                image.leftOut(),
                image.config(),
                usersOrNone(image.digest()));
    }

    private List<String> usersOrNone(String digest) {
        try {
            return users.of(digest);
        } catch (IOException e) {
            LOG.warn("the users of image {} are not known: {}", digest, e.getMessage());
            return List.of();
        }
    }

    /// Imports an image and gives it the name, or the first one that it was saved under. Interruptible;
    /// nothing of a failed import remains.
    ///
    /// @throws OciException when the image cannot be read
    /// @throws ImageException when it cannot be stored, or has no name
    ImportedImage add(Path place, @Nullable String name, ImageConverter converter, ImportListener listener)
            throws OciException, ImageException, InterruptedException {
        String known =
                known(name == null ? converter.names().stream().findFirst().orElse(null) : name, place);
        lock.lockInterruptibly();
        try {
            String digest = converter.id();
            StoredImage image = record(digest).orElse(null);
            if (image == null) {
                image = convert(place, converter, listener);
            }
            Map<String, String> names = new LinkedHashMap<>(names());
            names.keySet().removeIf(each -> ImageName.canonical(each).equals(ImageName.canonical(known)));
            names.put(known, digest);
            write(names);
            return view(known, image);
        } catch (IOException e) {
            throw unusable(e);
        } finally {
            lock.unlock();
        }
    }

    /// Told how far an import has come.
    interface ImportListener {
        void at(int percent, String step);
    }

    private static String known(@Nullable String name, Path place) throws ImageException {
        if (name == null || !ImageName.valid(name)) {
            throw ImageException.noName(place, name);
        }
        return name;
    }

    private StoredImage convert(Path place, ImageConverter converter, ImportListener listener)
            throws IOException, OciException, InterruptedException {
        Path partial = Files.createDirectory(folder.resolve(PARTIAL + UUID.randomUUID()));
        try {
            ConvertListener watch = (percent, bytes) -> {
                reserve.require(folder, 0, "importing an image");
                listener.at(percent, "Reading the layers");
            };
            ConvertedImage converted = converter.convert(partial.resolve(ROOT), watch);
            converted.requireShell();
            listener.at(100, "Storing the image");
            StoredImage image = new StoredImage(
                    StoredImage.SCHEMA,
                    converted.id(),
                    place.toString(),
                    System.currentTimeMillis(),
                    converted.layers(),
                    converted.files().files(),
                    Files.size(partial.resolve(ROOT)),
                    converted.files().setuid(),
                    converted.special(),
                    config(converted));
            DurableFile.write(partial.resolve(RECORD), ContractJson.pretty(image) + "\n");
            Path complete = folder.resolve(image.digest());
            FileTrees.delete(complete); // damaged, or it would have been found
            Files.move(partial, complete, StandardCopyOption.ATOMIC_MOVE);
            DurableFile.flush(folder);
            return image;
        } finally {
            FileTrees.delete(partial);
        }
    }

    private static ImageConfig config(ConvertedImage image) {
        return new ImageConfig(
                image.config().variables(),
                image.config().folder(),
                image.config().user(),
                image.config().ports(),
                image.config().entrypoint(),
                image.config().command());
    }

    /// Removes a name, and its image if it has no other name.
    ///
    /// @throws ImageException when there is no such image, or it is used
    void remove(String name) throws ImageException, InterruptedException {
        lock.lockInterruptibly();
        try {
            Map<String, String> names = new LinkedHashMap<>(names());
            String digest = names.remove(name);
            if (digest == null) {
                throw ImageException.notImported(name, List.copyOf(names.keySet()));
            }
            boolean last = !names.containsValue(digest);
            List<String> used = last ? users.of(digest) : List.of();
            if (!used.isEmpty()) {
                throw ImageException.used(name, used);
            }
            write(names);
            if (last) {
                FileTrees.delete(folder.resolve(digest));
            }
        } catch (IOException e) {
            throw unusable(e);
        } finally {
            lock.unlock();
        }
    }

    /// An image that was deleted, and the bytes that it took.
    record PrunedImage(String digest, long bytes) {}

    /// Deletes the images without a name that nothing uses.
    ///
    /// @throws ImageException when it is not known which ones are used
    List<PrunedImage> prune() throws ImageException, InterruptedException {
        lock.lockInterruptibly();
        List<PrunedImage> gone = new ArrayList<>();
        try (DirectoryStream<Path> images = Files.newDirectoryStream(folder)) {
            for (Path image : images) {
                String digest = String.valueOf(image.getFileName());
                boolean named = names().containsValue(digest);
                if (digest.matches(DIGEST) && !named && !users.any(digest)) {
                    Path root = image.resolve(ROOT);
                    long bytes = Files.exists(root) ? Files.size(root) : 0;
                    FileTrees.delete(image);
                    gone.add(new PrunedImage(digest, bytes));
                }
            }
            return gone;
        } catch (IOException e) {
            throw unusable(e);
        } finally {
            lock.unlock();
        }
    }

    private Optional<StoredImage> record(String digest) {
        if (!digest.matches(DIGEST)) {
            return Optional.empty();
        }
        Path image = folder.resolve(digest);
        try {
            StoredImage found = ContractJson.read(Files.readString(image.resolve(RECORD)), StoredImage.class);
            boolean complete = found.schema() == StoredImage.SCHEMA
                    && found.digest().equals(digest)
                    && Files.size(image.resolve(ROOT)) == found.bytes();
            return complete ? Optional.of(found) : Optional.empty();
        } catch (IOException | JsonFault e) {
            return Optional.empty();
        }
    }

    // The names for one who only looks. Nothing is changed or deleted on the ground of names that cannot be read.
    private Map<String, String> namesOrNone() {
        try {
            return names();
        } catch (IOException e) {
            LOG.warn("the names of the imported images cannot be read: {}", e.getMessage());
            return Map.of();
        }
    }

    private Map<String, String> names() throws IOException {
        Map<String, String> names = new LinkedHashMap<>();
        Path file = folder.resolve(NAMES);
        try {
            if (Files.exists(file)) {
                ContractJson.readMap(Files.readString(file))
                        .forEach((name, digest) -> names.put(name, String.valueOf(digest)));
            }
        } catch (JsonFault e) {
            throw new IOException(file + ": not valid: " + e.getMessage(), e);
        }
        return names;
    }

    private void write(Map<String, String> names) throws IOException {
        DurableFile.write(folder.resolve(NAMES), ContractJson.pretty(names) + "\n");
    }

    private ImageException unusable(IOException e) {
        return ImageException.notStored(folder, e);
    }
}
