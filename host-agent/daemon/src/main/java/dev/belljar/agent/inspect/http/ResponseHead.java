package dev.belljar.agent.inspect.http;

import dev.belljar.contract.http.HeaderFields;
import dev.belljar.contract.http.HttpFault;
import dev.belljar.contract.http.HttpHead;
import dev.belljar.contract.http.StatusLine;

/// The head of a response, with its parts checked.
public record ResponseHead(int status, boolean old, String line, HeaderFields fields, BodyFraming framing) {
    /// Reads the head of the response to a request.
    ///
    /// @throws HttpFault when it can be read in two ways
    public static ResponseHead of(HttpHead head, RequestHead asked) throws HttpFault {
        StatusLine line = StatusLine.of(head);
        int status = line.status();
        boolean old = line.old();
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
