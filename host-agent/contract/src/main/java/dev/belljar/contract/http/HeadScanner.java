package dev.belljar.contract.http;

/// Finds the end of a head in its bytes, one after the other. Not safe for several threads.
final class HeadScanner {
    private final HeadLimits limits;
    private int bytes;
    private int inLine;
    private boolean afterReturn;

    HeadScanner(HeadLimits limits) {
        this.limits = limits;
    }

    /// Takes the next byte. Returns whether it was the last one of the head.
    ///
    /// @throws HttpFault when the head is too long, or its lines can be read in two ways
    boolean next(int value) throws HttpFault {
        if (bytes >= limits.bytes()) {
            throw new HttpFault(431, "the header is longer than %,d bytes".formatted(limits.bytes()));
        }
        bytes++;
        if (value == 0) {
            throw HttpFault.bad("the header contains a NUL byte");
        }
        if (value == '\n') {
            return lineEnd();
        }
        if (afterReturn) {
            throw HttpFault.bad("the header contains a bare CR");
        }
        afterReturn = value == '\r';
        inLine += afterReturn ? 0 : 1;
        return false;
    }

    private boolean lineEnd() throws HttpFault {
        if (!afterReturn && !limits.lineFeeds()) {
            throw HttpFault.bad("a header line does not end with CR LF");
        }
        boolean empty = inLine == 0;
        if (empty && bytes <= 2) {
            throw HttpFault.bad("the header begins with an empty line");
        }
        inLine = 0;
        afterReturn = false;
        return empty;
    }
}
