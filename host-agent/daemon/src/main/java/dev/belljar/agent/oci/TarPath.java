package dev.belljar.agent.oci;

import dev.belljar.agent.erofs.ImagePath;
import java.util.StringJoiner;

/// Checks the paths of an archive.
final class TarPath {
    private TarPath() {}

    /// The path below the root of the image, without `.` and empty parts.
    ///
    /// @throws OciException when it leads out or is too long
    static String inside(String raw, OciLimits limits) throws OciException {
        if (raw.length() > limits.pathBytes()) {
            throw tooLong(raw, limits);
        }
        StringJoiner path = new StringJoiner("/");
        for (String part : raw.split("/", -1)) {
            if (part.equals("..")) {
                throw OciException.invalid("the path %s leads out of the image".formatted(ImagePath.shown(raw)));
            }
            if (part.length() > limits.nameBytes()) {
                throw OciException.tooLarge("a name in the path %s has %,d bytes, more than %d"
                        .formatted(ImagePath.shown(raw), part.length(), limits.nameBytes()));
            }
            if (part.indexOf('\0') >= 0) {
                throw OciException.invalid("the path %s contains a zero byte".formatted(ImagePath.shown(raw)));
            }
            if (!part.isEmpty() && !part.equals(".")) {
                path.add(part);
            }
        }
        return path.toString();
    }

    /// Checks the target of a symbolic link, which may lead anywhere: only the guest follows it.
    static void checkTarget(String target, String path, OciLimits limits) throws OciException {
        if (target.length() > limits.pathBytes()) {
            throw tooLong(target, limits);
        }
        if (target.isEmpty() || target.indexOf('\0') >= 0) {
            throw OciException.invalid("the link %s has no valid target".formatted(ImagePath.shown(path)));
        }
    }

    private static OciException tooLong(String raw, OciLimits limits) {
        return OciException.tooLarge("the path %s has %,d bytes, more than %,d"
                .formatted(ImagePath.shown(raw), raw.length(), limits.pathBytes()));
    }
}
