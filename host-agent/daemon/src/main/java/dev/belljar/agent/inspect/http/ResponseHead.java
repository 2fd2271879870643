package dev.belljar.agent.inspect.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The head of a response, with its parts checked.
public record ResponseHead(int status, boolean old, String line, HeaderFields fields, BodyFraming framing) {
    private static final Pattern LINE = Pattern.compile("HTTP/1\\.([01]) ([1-5][0-9][0-9])(?: .*)?");

    /// Reads the head of the response to a request.
    ///
    /// @throws HttpFault when it can be read in two ways
    public static ResponseHead of(HttpHead head, RequestHead asked) throws HttpFault {
        Matcher line = LINE.matcher(head.line());
        if (!line.matches()) {
            throw new HttpFault(502, "the server's response is not HTTP/1.0 or HTTP/1.1");
        }
        int status = Integer.parseInt(line.group(2));
        boolean old = line.group(1).equals("0");
        boolean bodiless =
                status < 200 || status == 204 || status == 304 || asked.method().equals("HEAD");
        BodyFraming announced = framing(head.fields(), old);
        return new ResponseHead(status, old, head.line(), head.fields(), bodiless ? new BodyFraming.None() : announced);
    }

    private static BodyFraming framing(HeaderFields fields, boolean old) throws HttpFault {
        try {
            return BodyFraming.of(fields, old, new BodyFraming.UntilClose());
        } catch (HttpFault e) {
            throw new HttpFault(502, "the server's response was rejected (" + e.words() + ")");
        }
    }

    public boolean interim() {
        return status < 200 && status != 101;
    }

    /// Whether the connection stays open after this response.
    public boolean lasts() {
        boolean persistent = old ? fields.says("connection", "keep-alive") : !fields.says("connection", "close");
        return persistent && !(framing instanceof BodyFraming.UntilClose);
    }

    /// The response with another first line.
    public ResponseHead saying(String otherLine) {
        return new ResponseHead(status, old, otherLine, fields, framing);
    }

    public ResponseHead with(HeaderFields others, BodyFraming otherFraming) {
        return new ResponseHead(status, old, line, others, otherFraming);
    }

    public HttpHead head() {
        return new HttpHead(line, fields);
    }
}
