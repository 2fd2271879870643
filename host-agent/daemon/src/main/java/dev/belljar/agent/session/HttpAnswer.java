package dev.belljar.agent.session;

import dev.belljar.contract.http.HeadLimits;
import dev.belljar.contract.http.HeaderFields;
import dev.belljar.contract.http.HttpFault;
import dev.belljar.contract.http.HttpHead;
import dev.belljar.contract.http.ResponseBody;
import dev.belljar.contract.http.StatusLine;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;

/// A complete HTTP/1.1 response of at most 256 KiB.
record HttpAnswer(int status, HeaderFields fields, String body) {
    private static final int LONGEST = 256 << 10;

    /// Reads the response to a request with `Connection: close`.
    ///
    /// @throws SessionException when it is not an HTTP response, or too long
    static HttpAnswer read(InputStream in) throws SessionException, IOException {
        HttpAnswer head = head(in);
        try {
            byte[] body = new ResponseBody(in, head.fields).readNBytes(LONGEST + 1);
            if (body.length > LONGEST) {
                throw SessionException.broken("the response is longer than " + LONGEST + " bytes");
            }
            return new HttpAnswer(head.status, head.fields, new String(body, StandardCharsets.UTF_8));
        } catch (EOFException | ProtocolException e) {
            throw SessionException.broken(String.valueOf(e.getMessage()));
        }
    }

    /// Reads the head of a response, without its body.
    ///
    /// @throws SessionException when it is not an HTTP response, or too long
    static HttpAnswer head(InputStream in) throws SessionException, IOException {
        try {
            HttpHead head = HttpHead.read(in, HeadLimits.USUAL);
            if (head == null) {
                throw SessionException.broken("the response is incomplete");
            }
            return new HttpAnswer(StatusLine.of(head).status(), head.fields(), "");
        } catch (HttpFault e) {
            throw SessionException.broken("the response is not valid HTTP: " + e.words());
        }
    }
}
