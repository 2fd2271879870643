package dev.belljar.contract.text;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/// Says in plain words why a file could not be read or written: the message of Java's exceptions is often only the
/// file's name.
public final class FileErrors {
    private FileErrors() {}

    /// The reason, without the file.
    public static String reason(IOException error) {
        return switch (error) {
            case NoSuchFileException _ -> "no such file or folder";
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException _ -> "a file or folder with this name already exists";
            case NotDirectoryException _ -> "not a folder";
            case FileSystemException file when file.getReason() != null -> plain(file.getReason());
            case CharacterCodingException _ -> "not valid UTF-8";
            default -> error.getMessage() == null ? "reading or writing failed" : plain(error.getMessage());
        };
    }

    /// The file if it is known, and the reason.
    public static String sentence(IOException error) {
        @Nullable String file = error instanceof FileSystemException named ? named.getFile() : null;
        return file == null ? reason(error) : file + ": " + reason(error);
    }

    /// The words of the operating system, which begin with a capital letter.
    private static String plain(String words) {
        return switch (words) {
            case "Is a directory" -> "it is a folder, not a file";
            case "Not a directory" -> "a part of this path is not a folder";
            case "Operation not permitted" -> "permission denied";
            case "Read-only file system" -> "the file system is read-only";
            case "No space left on device" -> "no space left on the disk";
            default -> words;
        };
    }
}
