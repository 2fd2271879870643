package dev.belljar.agent.guest.frame;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestIdentity;
import dev.belljar.contract.request.session.ExecCommand;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The request that opens a stream: its kind and the fields of that kind, checked before they are sent to the
/// guest.
public record OpenRequest(StreamKind kind, byte[] payload) {
    private static final String DEFAULT_CWD = "/workspace";
    private static final String DEFAULT_USER = "agent";
    private static final int DEFAULT_ROWS = 24;
    private static final int DEFAULT_COLS = 80;
    private static final int SIZE_MOST = 10_000;
    private static final int PORT_MOST = 65_535;
    private static final int REPEATS_MOST = 4_096;
    private static final int SEED_LEAST = 32;

    /// A command to run.
    ///
    /// @throws GuestException when the command is not valid
    public static OpenRequest exec(ExecCommand command) throws GuestException {
        require(!command.argv().isEmpty(), "the command is empty: expected a program");
        FieldsWriter fields = fields(StreamKind.EXEC);
        putAll(fields, FieldTag.ARG, command.argv());
        putAll(fields, FieldTag.ENV, variables(command.env()));
        fields.put(FieldTag.CWD, text("cwd", or(command.cwd(), DEFAULT_CWD)));
        fields.put(FieldTag.USER, text("user", or(command.user(), DEFAULT_USER)));
        if (command.pty()) {
            fields.put(FieldTag.PTY, 1);
            fields.put(FieldTag.ROWS, size("rows", command.rows() == 0 ? DEFAULT_ROWS : command.rows()));
            fields.put(FieldTag.COLS, size("cols", command.cols() == 0 ? DEFAULT_COLS : command.cols()));
        }
        require(command.timeoutMillis() >= 0, "timeout " + command.timeoutMillis() + " ms: expected 0 or more");
        if (command.timeoutMillis() > 0) {
            fields.put(FieldTag.TIMEOUT_MS, command.timeoutMillis());
        }
        return finished(StreamKind.EXEC, fields);
    }

    /// A connection to a port of the guest's loopback.
    ///
    /// @throws GuestException when there is no such port
    public static OpenRequest connect(int port) throws GuestException {
        require(port >= 1 && port <= PORT_MOST, "port " + port + ": expected 1 to " + PORT_MOST);
        return finished(StreamKind.CONNECT, fields(StreamKind.CONNECT).put(FieldTag.PORT, port));
    }

    /// A folder to unpack a tar stream in.
    ///
    /// @throws GuestException when it cannot be one
    public static OpenRequest put(String folder, String user) throws GuestException {
        return finished(
                StreamKind.PUT,
                fields(StreamKind.PUT)
                        .put(FieldTag.PATH, text("folder", folder))
                        .put(FieldTag.USER, text("user", user)));
    }

    /// Members of a folder to send as a tar stream.
    ///
    /// @throws GuestException when one of them is not valid
    public static OpenRequest get(String folder, String user, List<String> members) throws GuestException {
        FieldsWriter fields = fields(StreamKind.GET)
                .put(FieldTag.PATH, text("folder", folder))
                .put(FieldTag.USER, text("user", user));
        putAll(fields, FieldTag.ARG, members);
        return finished(StreamKind.GET, fields);
    }

    /// A new identity, with the host's time.
    ///
    /// @throws GuestException when a part of it is not valid
    public static OpenRequest identity(GuestIdentity own, long realNs) throws GuestException {
        require(
                own.hostname().matches("[0-9A-Za-z-]{1,63}"),
                "host name \"" + own.hostname() + "\": expected one DNS label");
        require(own.machineId().matches("[0-9a-f]{32}"), "machine-id: expected 32 hex digits in lower case");
        require(own.bootId().matches("[0-9a-f-]{36}"), "boot id: expected a UUID in lower case");
        require(own.mac().matches("([0-9a-f]{2}:){5}[0-9a-f]{2}"), "mac \"" + own.mac() + "\": expected 6 bytes");
        require(
                own.seed().length >= SEED_LEAST,
                "seed of " + own.seed().length + " bytes: expected at least " + SEED_LEAST);
        return finished(
                StreamKind.IDENTITY,
                fields(StreamKind.IDENTITY)
                        .put(FieldTag.HOSTNAME, own.hostname())
                        .put(FieldTag.HOSTID, own.machineId())
                        .put(FieldTag.SEED, own.seed())
                        .put(FieldTag.BOOT_ID, own.bootId())
                        .put(FieldTag.MAC, HexFormat.ofDelimiter(":").parseHex(own.mac()))
                        .put(FieldTag.REAL_NS, realNs));
    }

    /// A request without fields.
    public static OpenRequest plain(StreamKind kind) {
        return new OpenRequest(kind, fields(kind).payload());
    }

    /// The CONTROL fields that set a terminal's size.
    ///
    /// @throws GuestException when it cannot be one
    public static byte[] terminalSize(int rows, int cols) throws GuestException {
        return new FieldsWriter()
                .put(FieldTag.ROWS, size("rows", rows))
                .put(FieldTag.COLS, size("cols", cols))
                .payload();
    }

    private static FieldsWriter fields(StreamKind kind) {
        return new FieldsWriter().put(FieldTag.KIND, kind.number());
    }

    private static OpenRequest finished(StreamKind kind, FieldsWriter fields) throws GuestException {
        byte[] payload = fields.payload();
        require(
                payload.length <= LinkFrame.PAYLOAD_MOST,
                "arguments and environment of " + payload.length + " bytes: expected at most "
                        + LinkFrame.PAYLOAD_MOST);
        return new OpenRequest(kind, payload);
    }

    private static void putAll(FieldsWriter fields, FieldTag tag, List<String> values) throws GuestException {
        require(values.size() <= REPEATS_MOST, values.size() + " values: expected at most " + REPEATS_MOST);
        for (String value : values) {
            fields.put(tag, text("word", value));
        }
    }

    private static List<String> variables(Map<String, String> environment) throws GuestException {
        for (String name : environment.keySet()) {
            require(
                    !name.isEmpty() && name.indexOf('=') < 0,
                    "environment variable \"" + name + "\": expected a non-empty name without \"=\"");
        }
        return environment.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .sorted()
                .toList();
    }

    private static String text(String what, String value) throws GuestException {
        require(value.indexOf('\0') < 0, what + ": contains a NUL byte, which Linux does not allow");
        return value;
    }

    private static int size(String what, int value) throws GuestException {
        require(value >= 1 && value <= SIZE_MOST, what + " " + value + ": expected 1 to " + SIZE_MOST);
        return value;
    }

    private static String or(@Nullable String value, String otherwise) {
        return value == null ? otherwise : value;
    }

    private static void require(boolean fine, String message) throws GuestException {
        if (!fine) {
            throw GuestException.refused(message, null);
        }
    }
}
