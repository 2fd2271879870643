package dev.belljar.contract.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the reason of a failed file operation is in plain words, and not only the file's name.
class FileErrorsTest {
    @Test
    void theReasonOfRealFailuresIsInPlainWords(@TempDir Path folder) throws Exception {
        assertThat(FileErrors.sentence(failure(() -> Files.readString(folder.resolve("none")))))
                .isEqualTo(folder.resolve("none") + ": no such file or folder");
        assertThat(FileErrors.reason(failure(() -> Files.readString(folder)))).isEqualTo("it is a folder, not a file");
        Path file = Files.writeString(folder.resolve("file"), "x");
        assertThat(FileErrors.sentence(failure(() -> Files.createDirectories(file))))
                .isEqualTo(file + ": a file or folder with this name already exists");
    }

    @Test
    void otherReasonsAreWithoutTheNameOfAnException() {
        assertThat(FileErrors.sentence(new FileSystemException("/data", null, "Read-only file system")))
                .isEqualTo("/data: the file system is read-only");
        assertThat(FileErrors.sentence(new AccessDeniedException("/data"))).isEqualTo("/data: permission denied");
        assertThat(FileErrors.sentence(new IOException("No space left on device")))
                .isEqualTo("no space left on the disk");
        assertThat(FileErrors.sentence(new IOException())).isEqualTo("reading or writing failed");
    }

    private static IOException failure(ThrowingCallable action) {
        return Assertions.catchThrowableOfType(IOException.class, action);
    }
}
