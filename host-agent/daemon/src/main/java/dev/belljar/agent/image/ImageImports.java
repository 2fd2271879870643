package dev.belljar.agent.image;

import dev.belljar.agent.oci.ImageConverter;
import dev.belljar.agent.oci.OciLimits;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.environment.ImportImage;
import dev.belljar.contract.view.host.ImageImport;
import dev.belljar.contract.view.host.ImportedImage;
import dev.belljar.contract.view.host.ImportedImages;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Imports images in the background, one at a time, and remembers how the last import went.
public final class ImageImports implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ImageImports.class);

    private final ImportedImageStore store;
    private ImageImport last = ImageImport.NONE;
    private @Nullable Thread worker;
    private boolean cancelled;

    public ImageImports(ImportedImageStore store) {
        this.store = store;
    }

    /// The images, and the last import.
    public ImportedImages list() {
        return new ImportedImages(store.list(), last());
    }

    private synchronized ImageImport last() {
        return last;
    }

    /// Begins an import and returns at once.
    ///
    /// @throws ImageException when another import is under way, or the request is wrong
    public synchronized ImageImport begin(ImportImage request) throws ImageException {
        if (worker != null) {
            throw ImageException.importing(last.path());
        }
        Path place = place(request.path());
        String name = request.name();
        if (name != null && !ImageName.valid(name)) {
            throw ImageException.noName(place, name);
        }
        cancelled = false;
        last = new ImageImport("importing", place.toString(), 0, "Checking the files", null, null);
        worker = Thread.ofVirtual().name("image-import").start(() -> run(place, request));
        return last;
    }

    private static Path place(String path) throws ImageException {
        try {
            Path place = Path.of(path);
            if (place.isAbsolute()) {
                return place.normalize();
            }
        } catch (InvalidPathException e) {
            // reported below
        }
        throw ImageException.noPath(path);
    }

    private void run(Path place, ImportImage request) {
        try (ImageConverter converter = ImageConverter.open(place, request.ref(), OciLimits.USUAL)) {
            ImportedImage image =
                    store.add(place, request.name(), converter, (percent, step) -> at(place, percent, step));
            finished(new ImageImport("done", place.toString(), 100, "", image, null));
        } catch (InterruptedException e) {
            finished(new ImageImport("cancelled", place.toString(), 0, "", null, null));
        } catch (BelljarException e) {
            LOG.info("{}: not imported: {}", place, e.getMessage());
            finished(new ImageImport("failed", place.toString(), 0, "", null, e.problem()));
        } catch (IOException | RuntimeException | StackOverflowError e) {
            // Java reads a gzip file of very many empty members with one call inside another.
            LOG.warn("{}: not imported", place, e);
            Problem problem = Problem.of(ProblemCode.INTERNAL, "import failed", String.valueOf(e), null);
            finished(new ImageImport("failed", place.toString(), 0, "", null, problem));
        }
    }

    private synchronized void at(Path place, int percent, String step) {
        last = new ImageImport("importing", place.toString(), percent, step, null, null);
    }

    private synchronized void finished(ImageImport end) {
        // Whatever an interrupt made fail, the user wanted it.
        boolean wanted = cancelled && end.image() == null;
        last = wanted ? new ImageImport("cancelled", end.path(), 0, "", null, null) : end;
        worker = null;
    }

    /// Cancels an import that is under way, and waits until its files are removed.
    public ImageImport cancel() throws InterruptedException {
        Thread running;
        synchronized (this) {
            running = worker;
            cancelled = running != null;
        }
        if (running != null) {
            running.interrupt();
            running.join();
        }
        return last();
    }

    /// Removes an image.
    ///
    /// @throws ImageException when there is no such image, or it is used
    public ImportedImages remove(String name) throws ImageException, InterruptedException {
        store.remove(name);
        return list();
    }

    @Override
    public void close() {
        try {
            ImageImport _ = cancel();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
