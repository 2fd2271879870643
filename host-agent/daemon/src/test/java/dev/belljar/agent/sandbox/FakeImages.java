package dev.belljar.agent.sandbox;

import dev.belljar.agent.image.ImageProvider;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.contract.view.host.ImageStatus;
import dev.belljar.contract.view.host.ImagesPruned;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// Fake guest images, of which the newest is always available.
public final class FakeImages implements ImageProvider {
    private final Set<String> kept = ConcurrentHashMap.newKeySet();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile String newest = "one";
    private volatile boolean ready = true;

    public FakeImages() {
        kept.add("one");
    }

    public void becomes(String key) {
        newest = key;
        kept.add(key);
    }

    /// Makes the newest image unavailable until it is built for its first use.
    public void notBuilt() {
        ready = false;
    }

    public void lose(String key) {
        kept.remove(key);
    }

    /// The actions on the newest image that were requested.
    public List<String> asked() {
        return asked;
    }

    public static BootImage image(String key) {
        Path folder = Path.of("/images", key);
        return new BootImage(folder, folder, folder, folder, List.of());
    }

    @Override
    public ImageStatus status() {
        return new ImageStatus("ready", 100, "", null, List.of(), newest, "/images", 1, null, null, List.of());
    }

    @Override
    public ImageStatus refresh() {
        asked.add("refresh");
        return status();
    }

    @Override
    public ImageStatus cancel() {
        asked.add("cancel");
        return status();
    }

    @Override
    public ImageStatus check() {
        asked.add("check");
        return status();
    }

    @Override
    public ImageStatus build() {
        asked.add("build");
        return status();
    }

    @Override
    public BootImage await(Progress progress) {
        ready = true;
        return image(newest);
    }

    @Override
    public Optional<BootImage> ready() {
        return ready ? Optional.of(image(newest)) : Optional.empty();
    }

    @Override
    public Optional<String> key() {
        return Optional.of(newest);
    }

    @Override
    public ImagesPruned prune() {
        asked.add("prune");
        return new ImagesPruned(List.of("k0"), 7);
    }

    @Override
    public Optional<BootImage> withKey(String key) {
        return kept.contains(key) ? Optional.of(image(key)) : Optional.empty();
    }
}
