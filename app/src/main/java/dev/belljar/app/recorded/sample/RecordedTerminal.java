package dev.belljar.app.recorded.sample;

import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.view.session.TerminalExit;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/// A terminal that shows recorded output and echoes typed text.
public final class RecordedTerminal implements RemoteTerminal {
    private static final String SCREEN = """
            \u001b[32magent@shop\u001b[0m:\u001b[34m/workspace\u001b[0m$ git log --oneline -5
            \u001b[33m9d3c0e8\u001b[0m (\u001b[36mHEAD\u001b[0m -> \u001b[32mmain\u001b[0m) checkout: show the discount line
            \u001b[33m5be07d1\u001b[0m test: coupon edge cases
            \u001b[33ma41f9c2\u001b[0m cart: accept coupon codes
            \u001b[33m3f2a9b0\u001b[0m belljar: your uncommitted work, 12:18
            \u001b[33mc77d21e\u001b[0m cart: round once, at the end
            \u001b[32magent@shop\u001b[0m:\u001b[34m/workspace\u001b[0m$ git status -s
             \u001b[31mM\u001b[0m src/checkout/Summary.tsx
             \u001b[31mM\u001b[0m src/checkout/summary.css
            \u001b[32magent@shop\u001b[0m:\u001b[34m/workspace\u001b[0m$ npm test

            > shop@4.2.0 test
            > vitest run

             \u001b[32m✓\u001b[0m src/cart/cart.test.ts \u001b[90m(22)\u001b[0m           \u001b[90m118 ms\u001b[0m
             \u001b[32m✓\u001b[0m src/money/round.test.ts \u001b[90m(14)\u001b[0m          \u001b[90m36 ms\u001b[0m
             \u001b[32m✓\u001b[0m src/stock/hold.test.ts \u001b[90m(16)\u001b[0m          \u001b[90m203 ms\u001b[0m
             \u001b[32m✓\u001b[0m src/cart/coupon.test.ts \u001b[90m(18)\u001b[0m         \u001b[90m212 ms\u001b[0m
             \u001b[32m✓\u001b[0m src/cart/total.test.ts \u001b[90m(11)\u001b[0m           \u001b[90m94 ms\u001b[0m
             \u001b[32m✓\u001b[0m src/api/coupons.test.ts \u001b[90m(9)\u001b[0m          \u001b[90m141 ms\u001b[0m
             \u001b[32m✓\u001b[0m src/checkout/Summary.test.tsx \u001b[90m(7)\u001b[0m    \u001b[90m311 ms\u001b[0m

             \u001b[90mTest Files\u001b[0m  \u001b[1;32m31 passed\u001b[0m \u001b[90m(31)\u001b[0m
             \u001b[90m     Tests\u001b[0m  \u001b[1;32m214 passed\u001b[0m \u001b[90m(214)\u001b[0m
             \u001b[90m  Duration\u001b[0m  4.41 s

            \u001b[32magent@shop\u001b[0m:\u001b[34m/workspace\u001b[0m$ npx tsc --noEmit
            src/checkout/Summary.tsx(41,18): \u001b[31merror\u001b[0m \u001b[90mTS2339\u001b[0m: Property \u001b[33m'code'\u001b[0m is missing
            \u001b[32magent@shop\u001b[0m:\u001b[34m/workspace\u001b[0m$ curl -m 2 https://registry.npmjs.org
            curl: (7) Failed to connect to registry.npmjs.org port 443: Connection refused
            \u001b[32magent@shop\u001b[0m:\u001b[34m/workspace\u001b[0m$\s""";

    private final TerminalListener listener;
    private final ByteArrayOutputStream typed = new ByteArrayOutputStream();
    private final CompletableFuture<TerminalExit> exit = new CompletableFuture<>();

    public RecordedTerminal(TerminalListener listener) {
        this.listener = listener;
        listener.output(SCREEN.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    /// Returns the typed text.
    public String typed() {
        return typed.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void send(byte[] bytes, int offset, int length) {
        typed.write(bytes, offset, length);
        listener.output(Arrays.copyOfRange(bytes, offset, offset + length));
    }

    @Override
    public void eof() {
        close();
    }

    @Override
    public void resize(int rows, int cols) {}

    @Override
    public void signal(int number) {}

    @Override
    public CompletableFuture<TerminalExit> exit() {
        return exit;
    }

    @Override
    public void close() {
        exit.complete(new TerminalExit(0, null, false, null));
    }
}
