package dev.belljar.agent.image;

import dev.belljar.agent.vm.BootImage;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.host.ImageStatus;
import dev.belljar.contract.view.host.ImagesPruned;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The guest image, and machines that start from its kernel with the files of an imported image. The key of
/// such an image is that of the guest image, a plus sign, and the digest of the imported one.
public final class ComposedImages implements ImageProvider {
    private static final char AND = '+';

    private final ImageProvider guest;
    private final ImportedImageStore store;

    public ComposedImages(ImageProvider guest, ImportedImageStore store) {
        this.guest = guest;
        this.store = store;
    }

    /// The key of this guest image with an imported image.
    public static String key(String guest, String digest) {
        return guest + AND + digest;
    }

    /// True for the key of a machine with the files of an imported image.
    public static boolean composed(String key) {
        return key.indexOf(AND) >= 0;
    }

    @Override
    public Optional<BootImage> withKey(String key) {
        int and = key.indexOf(AND);
        if (and < 0) {
            return guest.withKey(key);
        }
        Optional<Path> root = store.root(key.substring(and + 1));
        return root.isEmpty()
                ? Optional.empty()
                : guest.withKey(key.substring(0, and)).map(image -> image.withRoot(root.get()));
    }

    @Override
    public ImagesPruned prune() throws BelljarException, InterruptedException {
        ImagesPruned pruned = guest.prune();
        List<String> keys = new ArrayList<>(pruned.keys());
        long bytes = pruned.bytes();
        for (ImportedImageStore.PrunedImage each : store.prune()) {
            keys.add(each.digest());
            bytes += each.bytes();
        }
        return new ImagesPruned(keys, bytes);
    }

    @Override
    public ImageStatus status() {
        return guest.status();
    }

    @Override
    public ImageStatus build() {
        return guest.build();
    }

    @Override
    public ImageStatus refresh() {
        return guest.refresh();
    }

    @Override
    public ImageStatus cancel() throws InterruptedException {
        return guest.cancel();
    }

    @Override
    public ImageStatus check() throws BelljarException, InterruptedException {
        return guest.check();
    }

    @Override
    public BootImage await(Progress progress) throws BelljarException, InterruptedException {
        return guest.await(progress);
    }

    @Override
    public Optional<BootImage> ready() {
        return guest.ready();
    }

    @Override
    public Optional<String> key() {
        return guest.key();
    }
}
