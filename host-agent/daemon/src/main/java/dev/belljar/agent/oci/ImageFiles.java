package dev.belljar.agent.oci;

import dev.belljar.agent.erofs.ImagePath;
import java.io.IOException;
import java.io.InputStream;

/// The files of a saved image, in a folder or in an archive, by their paths in it.
interface ImageFiles extends AutoCloseable {
    /// A file to read, of this many bytes.
    record ImageFile(long size, InputStream content) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            content.close();
        }
    }

    boolean has(String path);

    /// Opens a file.
    ///
    /// @throws OciException when there is no such file
    ImageFile open(String path) throws IOException, OciException;

    @Override
    void close() throws IOException;

    /// The error for a file that the image names and that does not exist.
    static OciException missing(String path) {
        return OciException.invalid("the image has no file " + ImagePath.shown(path));
    }
}
