package dev.belljar.agent.inspect.http;

import dev.belljar.contract.http.HeaderFields;
import dev.belljar.contract.http.HttpFault;
import java.util.List;
import java.util.regex.Pattern;

/// How the end of a message's body is found.
public sealed interface BodyFraming {
    /// The message has no body.
    record None() implements BodyFraming {}

    /// The body has this number of bytes.
    record Length(long bytes) implements BodyFraming {}

    /// The body is sent in chunks.
    record Chunked() implements BodyFraming {}

    /// The body ends with the connection.
    record UntilClose() implements BodyFraming {}

    /// The framing that a message's header fields give, `otherwise` if they give none.
    ///
    /// @throws HttpFault when they give two framings, or one that can be read in two ways
    static BodyFraming of(HeaderFields fields, boolean old, BodyFraming otherwise) throws HttpFault {
        List<String> codings = fields.all("transfer-encoding");
        List<String> lengths = fields.all("content-length");
        if (!codings.isEmpty()) {
            if (!lengths.isEmpty()) {
                throw HttpFault.bad("the header has both Content-Length and Transfer-Encoding");
            }
            if (old || codings.size() > 1 || !codings.getFirst().equalsIgnoreCase("chunked")) {
                throw HttpFault.bad("the Transfer-Encoding is not exactly `chunked`, or the message is HTTP/1.0");
            }
            return new Chunked();
        }
        if (lengths.isEmpty()) {
            return otherwise;
        }
        if (lengths.size() > 1 || !Lengths.PLAIN.matcher(lengths.getFirst()).matches()) {
            throw HttpFault.bad("the Content-Length is not a single number");
        }
        long bytes = Long.parseLong(lengths.getFirst());
        return bytes == 0 ? new None() : new Length(bytes);
    }

    /// The syntax of a `Content-Length`.
    final class Lengths {
        private static final Pattern PLAIN = Pattern.compile("[0-9]{1,18}");

        private Lengths() {}
    }
}
