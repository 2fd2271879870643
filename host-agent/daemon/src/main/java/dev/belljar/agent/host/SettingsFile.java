package dev.belljar.agent.host;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.text.FileErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Reads and writes files with settings, which users may also edit. A missing file has the content `nothing`.
///
/// A file that cannot be read is never overwritten: it may contain what the user wants, with one typing error. Removing
/// its settings keeps it under another name. `check` says what is wrong with settings, and `unwritable` is the code
/// of the problem that a file cannot be changed. Callers take care that only one thread changes a file.
public record SettingsFile<T>(Class<T> type, T nothing, int mostBytes, SettingsCheck<T> check, ProblemCode unwritable) {
    private static final String KEPT = ".unreadable";

    /// The content of a file, and why it cannot be used, in words.
    public record SettingsContent<T>(T content, @Nullable String problem) {}

    /// Says what is wrong with settings; null if nothing is.
    public interface SettingsCheck<T> {
        @Nullable
        String wrong(T settings);
    }

    /// The settings in a file.
    public SettingsContent<T> read(Path file) {
        try {
            if (Files.size(file) > mostBytes) {
                throw new IOException("the file is larger than %d bytes".formatted(mostBytes));
            }
            T content = ContractJson.readStrict(Files.readString(file), type);
            String wrong = check.wrong(content);
            return new SettingsContent<>(
                    wrong == null ? content : nothing, wrong == null ? null : file + " cannot be read: " + wrong);
        } catch (NoSuchFileException e) {
            return new SettingsContent<>(nothing, null);
        } catch (IOException e) {
            return new SettingsContent<>(nothing, file + " cannot be read: " + FileErrors.reason(e));
        } catch (JsonFault e) {
            return new SettingsContent<>(nothing, file + " cannot be read: " + e.getMessage());
        }
    }

    /// The settings in a file that are about to be changed.
    ///
    /// @throws SettingsException when the file cannot be read
    public T readToChange(Path file) throws SettingsException {
        SettingsContent<T> stored = read(file);
        if (stored.problem() != null) {
            throw new SettingsException(
                    unwritable,
                    stored.problem() + ". Nothing was changed",
                    "Correct the file, or move it to another folder; without it, the defaults apply.",
                    null);
        }
        return stored.content();
    }

    /// Writes settings.
    ///
    /// @throws SettingsException when the file cannot be written
    public void write(Path file, T content) throws SettingsException {
        try {
            DurableFile.write(file, ContractJson.pretty(content) + "\n");
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    /// Deletes a file, or gives it another name if it cannot be read.
    ///
    /// @throws SettingsException when it cannot be deleted
    public void delete(Path file) throws SettingsException {
        try {
            if (read(file).problem() == null) {
                boolean _ = Files.deleteIfExists(file);
            } else {
                Path _ = Files.move(file, free(file));
            }
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    private static Path free(Path file) {
        Path free = file.resolveSibling(file.getFileName() + KEPT);
        for (int i = 2; Files.exists(free); i++) {
            free = file.resolveSibling(file.getFileName() + KEPT + "-" + i);
        }
        return free;
    }

    private SettingsException failed(Path file, IOException e) {
        return new SettingsException(
                unwritable,
                "%s cannot be written: %s. Nothing was changed".formatted(file, FileErrors.reason(e)),
                "Free some space on that disk, and check that you own the file.",
                e);
    }
}
