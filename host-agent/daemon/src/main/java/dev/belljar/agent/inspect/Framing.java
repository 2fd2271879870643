package dev.belljar.agent.inspect;

import java.util.List;
import java.util.regex.Pattern;

/// How the end of a message's body is told.
sealed interface Framing {
    /// There is none.
    record None() implements Framing {}

    /// It has so many octets.
    record Length(long octets) implements Framing {}

    /// In chunks.
    record Chunked() implements Framing {}

    /// It ends with the connection.
    record UntilClose() implements Framing {}

    /// The framing a message's fields give, `otherwise` when they give none.
    ///
    /// @throws HttpFault when they give two, or one that could be read in two ways
    static Framing of(Fields fields, boolean old, Framing otherwise) throws HttpFault {
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
        long octets = Long.parseLong(lengths.getFirst());
        return octets == 0 ? new None() : new Length(octets);
    }

    /// What a length looks like.
    final class Lengths {
        private static final Pattern PLAIN = Pattern.compile("[0-9]{1,18}");

        private Lengths() {}
    }
}
