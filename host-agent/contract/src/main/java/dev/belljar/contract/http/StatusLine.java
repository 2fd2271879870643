package dev.belljar.contract.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The first line of a response; `old` means HTTP/1.0.
public record StatusLine(int status, boolean old) {
    private static final Pattern LINE = Pattern.compile("HTTP/1\\.([01]) ([1-5][0-9][0-9])(?: .*)?");

    /// Reads the first line of a response's head.
    ///
    /// @throws HttpFault when it is another message
    public static StatusLine of(HttpHead head) throws HttpFault {
        Matcher line = LINE.matcher(head.line());
        if (!line.matches()) {
            throw new HttpFault(502, "the server's response is not HTTP/1.0 or HTTP/1.1");
        }
        return new StatusLine(Integer.parseInt(line.group(2)), line.group(1).equals("0"));
    }
}
