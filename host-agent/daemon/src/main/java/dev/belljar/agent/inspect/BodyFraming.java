package dev.belljar.agent.inspect;

import java.util.List;
import java.util.regex.Pattern;

/// How the end of a message's body is told.
sealed interface BodyFraming {
    /// There is none.
    record None() implements BodyFraming {}

    /// It has so many bytes.
    record Length(long bytes) implements BodyFraming {}

    /// In chunks.
    record Chunked() implements BodyFraming {}

    /// It ends with the connection.
    record UntilClose() implements BodyFraming {}

    /// The framing a message's fields give, `otherwise` when they give none.
    ///
    /// @throws HttpFault when they give two, or one that could be read in two ways
    static BodyFraming of(HeaderFields fields, boolean old, BodyFraming otherwise) throws HttpFault {
        List<String> codings = fields.all("transfer-encoding");
        List<String> lengths = fields.all("content-length");
        if (!codings.isEmpty()) {
            if (!lengths.isEmpty()) {
                throw HttpFault.bad("both Content-Length and Transfer-Encoding");
            }
            if (old || codings.size() > 1 || !codings.getFirst().equalsIgnoreCase("chunked")) {
                throw HttpFault.bad("a Transfer-Encoding other than chunked");
            }
            return new Chunked();
        }
        if (lengths.isEmpty()) {
            return otherwise;
        }
        if (lengths.size() > 1 || !Lengths.PLAIN.matcher(lengths.getFirst()).matches()) {
            throw HttpFault.bad("a Content-Length that is not one number");
        }
        long bytes = Long.parseLong(lengths.getFirst());
        return bytes == 0 ? new None() : new Length(bytes);
    }

    /// What a length looks like.
    final class Lengths {
        private static final Pattern PLAIN = Pattern.compile("[0-9]{1,18}");

        private Lengths() {}
    }
}
