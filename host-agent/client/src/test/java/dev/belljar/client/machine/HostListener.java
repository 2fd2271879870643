package dev.belljar.client.machine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/// A server of this host that no machine may reach, on an address to which machines could route; it counts
/// connections.
final class HostListener implements AutoCloseable {
    private static final byte[] POURED = new byte[64 * 1024];
    private static final long MOST_POURED = 2L << 30;
    private static final int MOST_HEARD = 1_000;

    final AtomicLong connections = new AtomicLong();
    final AtomicLong bytes = new AtomicLong();
    final AtomicLong datagrams = new AtomicLong();
    final AtomicLong poured = new AtomicLong();
    /// The first received bytes.
    final ByteArrayOutputStream heard = new ByteArrayOutputStream();
    private final ServerSocket tcp;
    private final DatagramSocket udp;

    HostListener(InetAddress address) throws IOException {
        tcp = new ServerSocket(0, 500, address);
        udp = new DatagramSocket(tcp.getLocalPort(), address);
        Thread.ofVirtual().name("listener").start(this::accept);
        Thread.ofVirtual().name("listener-udp").start(this::receive);
    }

    int port() {
        return tcp.getLocalPort();
    }

    /// Returns the number of connections and datagrams.
    long all() {
        return connections.get() + datagrams.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = tcp.accept();
                connections.incrementAndGet();
                Thread.ofVirtual().name("listener-connection").start(() -> serve(socket));
            }
        } catch (IOException e) {
            // Closed: the test is over.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            byte[] some = new byte[64 * 1024];
            boolean first = true;
            for (int n = in.read(some); n >= 0; n = in.read(some)) {
                if (heard.size() < MOST_HEARD) {
                    heard.write(some, 0, Math.min(n, MOST_HEARD));
                }
                // Last, because the test waits for it.
                bytes.addAndGet(n);
                if (first && n >= 4 && some[0] == 'p' && some[1] == 'o' && some[2] == 'u' && some[3] == 'r') {
                    pour(socket);
                }
                first = false;
            }
            socket.getOutputStream().write("all of it\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // The other side has closed the connection.
        }
    }

    private void pour(Socket socket) throws IOException {
        while (poured.get() < MOST_POURED) {
            socket.getOutputStream().write(POURED);
            poured.addAndGet(POURED.length);
        }
    }

    private void receive() {
        try {
            while (true) {
                udp.receive(new DatagramPacket(new byte[2_000], 2_000));
                datagrams.incrementAndGet();
            }
        } catch (IOException e) {
            // Closed: the test is over.
        }
    }

    @Override
    public void close() throws IOException {
        tcp.close();
        udp.close();
    }
}
