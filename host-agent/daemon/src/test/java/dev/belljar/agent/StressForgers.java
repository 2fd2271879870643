package dev.belljar.agent;

import dev.belljar.agent.gateway.network.ForgedCard;
import dev.belljar.agent.guest.link.ForgedLink;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// The guests of a stress test and their external servers, in a separate process as real guests are. Each guest
/// is forged when the host agent starts its machine, which the host agent's process requests on a socket.
final class StressForgers {
    static final String HOSTILE = "hostile";
    private static final String SOCKET = "forgers";

    private StressForgers() {}

    public static void main(String[] args) throws Exception {
        ForgedCard.Far far = ForgedCard.Far.serve();
        ForgedCard.Far calm = ForgedCard.Far.serve();
        try (ServerSocketChannel asked = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            asked.bind(UnixDomainSocketAddress.of(Path.of(args[0]).resolve(SOCKET)));
            System.out.println("far " + far.server() + " " + far.names());
            for (int seed = 0; ; seed++) {
                try (SocketChannel one = asked.accept();
                        BufferedReader words = new BufferedReader(Channels.newReader(one, StandardCharsets.UTF_8))) {
                    String[] wanted = words.readLine().split(" ", -1);
                    forge(
                            wanted[0],
                            Path.of(wanted[1]),
                            Path.of(wanted[2]),
                            wanted[0].startsWith(HOSTILE) ? far : calm,
                            seed);
                    one.write(ByteBuffer.wrap(new byte[] {'\n'}));
                }
            }
        }
    }

    private static void forge(String name, Path link, Path net, ForgedCard.Far far, int seed) throws IOException {
        if (name.startsWith(HOSTILE)) {
            ForgedLink _ = ForgedLink.hostile(link);
            ForgedCard _ = ForgedCard.hostile(net, far, seed);
        } else {
            ForgedLink _ = ForgedLink.polite(link);
            ForgedCard _ = ForgedCard.polite(net, far, () -> System.out.println(name + " echoed"));
        }
    }

    /// Requests a forged guest and returns when it is ready.
    static void forge(Path folder, String name, Path link, Path net) {
        try (SocketChannel forgers = SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve(SOCKET)))) {
            String wanted = "%s %s %s%n".formatted(name, link, net);
            forgers.write(ByteBuffer.wrap(wanted.getBytes(StandardCharsets.UTF_8)));
            int _ = forgers.read(ByteBuffer.allocate(1));
        } catch (IOException e) {
            throw new IllegalStateException("the guest of " + name + " could not be forged", e);
        }
    }
}
