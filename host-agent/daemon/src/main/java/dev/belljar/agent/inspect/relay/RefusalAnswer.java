package dev.belljar.agent.inspect.relay;

import dev.belljar.contract.http.HttpFault;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The response with which a request is refused: a plain sentence.
final class RefusalAnswer {
    private RefusalAnswer() {}

    /// The bytes of the response.
    static byte[] bytes(HttpFault fault, String host) {
        String words = fault.status() == 502
                ? "Belljar could not forward this request to %s: %s.\n".formatted(host, fault.words())
                : "Belljar did not forward this request: %s.\n".formatted(fault.words());
        byte[] body = words.getBytes(StandardCharsets.UTF_8);
        String head = """
            HTTP/1.1 %d Refused by Belljar
            Content-Type: text/plain; charset=utf-8
            Content-Length: %d
            Connection: close

            """.formatted(fault.status(), body.length).replace("\n", "\r\n");
        byte[] first = head.getBytes(StandardCharsets.US_ASCII);
        byte[] all = Arrays.copyOf(first, first.length + body.length);
        System.arraycopy(body, 0, all, first.length, body.length);
        return all;
    }
}
