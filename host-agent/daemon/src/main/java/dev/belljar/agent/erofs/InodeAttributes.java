package dev.belljar.agent.erofs;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// What a file, folder or link has besides its content: permission bits (with setuid, setgid and sticky),
/// owner, time of the last change in seconds since the epoch, and extended attributes as EROFS stores them.
public record InodeAttributes(int permissions, int user, int group, long seconds, byte[] extended) {
    /// No extended attributes.
    public static final byte[] NONE = {};

    /// What a folder gets that no layer describes.
    static final InodeAttributes USUAL = new InodeAttributes(0755, 0, 0, 0, NONE);

    private static final int PERMISSIONS = 07777;
    private static final int HEADER = 12;
    private static final int ALIGNED = 4;

    public InodeAttributes {
        permissions &= PERMISSIONS;
    }

    /// Extended attributes as they follow an inode: a header, then each name without its prefix, which is a
    /// number, and its value. Only those of users and the capabilities of a program are taken over (see
    /// `stored`).
    public static byte[] extended(Map<String, byte[]> attributes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        attributes.forEach((name, value) -> {
            if (stored(name)) {
                boolean security = name.startsWith(SECURITY);
                byte[] rest = name.substring(security ? SECURITY.length() : USER.length())
                        .getBytes(StandardCharsets.ISO_8859_1);
                out.write(rest.length);
                out.write(security ? SECURITY_INDEX : USER_INDEX);
                out.write(value.length);
                out.write(value.length >> Byte.SIZE);
                out.writeBytes(rest);
                out.writeBytes(value);
                out.writeBytes(new byte[-out.size() & (ALIGNED - 1)]);
            }
        });
        byte[] entries = out.toByteArray();
        if (entries.length == 0) {
            return NONE;
        }
        byte[] all = new byte[HEADER + entries.length];
        System.arraycopy(entries, 0, all, HEADER, entries.length);
        return all;
    }

    /// True if an attribute with this name is taken over. Those of overlayfs never are: they would tell the
    /// guest's kernel to look for files elsewhere.
    public static boolean stored(String name) {
        return name.equals(SECURITY + "capability")
                || (name.startsWith(USER) && !name.startsWith("user.overlay.") && name.length() > USER.length());
    }

    private static final String USER = "user.";
    private static final String SECURITY = "security.";
    private static final int USER_INDEX = 1;
    private static final int SECURITY_INDEX = 6;
}
