package dev.belljar.agent.vmstate;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Converts a machine's device state from the format of QEMU's `xen-save-devices-state` to that of
/// `migrate-incoming`.
///
/// The first omits the memory, as intended, and also two parts that the second requires: the configuration at
/// the beginning and the description at the end (QEMU's migration/savevm.c). Whether the machine runs after
/// loading depends on how QEMU was started.
public final class DeviceState {
    private static final int MAGIC = 0x5145564d;
    private static final int VERSION = 3;
    private static final int CONFIGURATION = 7;
    private static final int DESCRIPTION = 6;
    private static final int HEAD = 8;

    private DeviceState() {}

    /// The stream to load for a machine of this type.
    ///
    /// @throws IOException when the bytes are not a saved device state
    public static byte[] stream(byte[] saved, String machine) throws IOException {
        ByteBuffer head = ByteBuffer.wrap(saved);
        if (saved.length <= HEAD || head.getInt() != MAGIC || head.getInt() != VERSION) {
            throw new IOException("the device state (" + saved.length + " bytes) is not in QEMU's format");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(saved.length + 64);
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(saved, 0, HEAD);
        if (saved[HEAD] != CONFIGURATION) {
            byte[] name = machine.getBytes(StandardCharsets.US_ASCII);
            out.writeByte(CONFIGURATION);
            out.writeInt(name.length);
            out.write(name);
        }
        out.write(saved, HEAD, saved.length - HEAD);
        byte[] description = "{}".getBytes(StandardCharsets.US_ASCII);
        out.writeByte(DESCRIPTION);
        out.writeInt(description.length);
        out.write(description);
        return bytes.toByteArray();
    }
}
