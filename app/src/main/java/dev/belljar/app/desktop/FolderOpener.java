package dev.belljar.app.desktop;

import java.nio.file.Files;
import java.nio.file.Path;

/// Opens folders of this computer in the user's file manager.
public final class FolderOpener {
    private FolderOpener() {}

    /// Opens a folder and returns at once. Anything but an absolute path of a folder is ignored, since `xdg-open` opens
    /// whatever it is given.
    public static void open(Path folder) {
        if (folder.isAbsolute() && Files.isDirectory(folder)) {
            DesktopOpener.open(folder.toString());
        }
    }
}
