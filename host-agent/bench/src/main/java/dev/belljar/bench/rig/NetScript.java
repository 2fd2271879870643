package dev.belljar.bench.rig;

import dev.belljar.client.AgentException;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.util.List;

/// The script that measures a machine's network against a `NetServer`.
public final class NetScript {
    /// The script. Its arguments are the address, the port, the operation (`all`, `hold N` or `once`), and
    /// `report` if the result is to be sent to the server.
    public static final String TEXT = """
            import json, socket, struct, sys, time
            address, port, wanted = sys.argv[1], int(sys.argv[2]), sys.argv[3]
            SIZE = 24 << 20

            def connect():
                one = socket.create_connection((address, port), timeout=120)
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return one

            def up():
                one = connect()
                begun = time.monotonic()
                one.sendall(b'U' + bytes(SIZE))
                one.shutdown(socket.SHUT_WR)
                count = struct.unpack('>q', one.recv(8, socket.MSG_WAITALL))[0]
                assert count == SIZE, count
                return SIZE / (time.monotonic() - begun) / 1e6

            def down():
                one = connect()
                begun = time.monotonic()
                one.sendall(b'D' + struct.pack('>q', SIZE))
                left, room = SIZE, bytearray(1 << 18)
                while left > 0:
                    n = one.recv_into(room)
                    assert n > 0, left
                    left -= n
                return SIZE / (time.monotonic() - begun) / 1e6

            def latency():
                one = connect()
                one.sendall(b'E')
                took = []
                for _ in range(220):
                    begun = time.monotonic()
                    one.sendall(b'x')
                    one.recv(1)
                    took.append((time.monotonic() - begun) * 1e3)
                return took[20:]

            def connections():
                begun = time.monotonic()
                for _ in range(100):
                    one = connect()
                    one.sendall(b'C')
                    one.recv(1)
                    one.close()
                return 100 / (time.monotonic() - begun)

            if wanted == 'all':
                up(), down(), latency(), connections()
                figures = {'up': [up() for _ in range(5)], 'down': [down() for _ in range(5)],
                           'latency': latency(), 'connections': [connections() for _ in range(5)]}
                if sys.argv[4:] == ['report']:
                    one = connect()
                    one.sendall(b'R' + json.dumps(figures).encode())
                    one.close()
                print(json.dumps(figures))
            elif wanted == 'hold':
                kept = [connect() for _ in range(int(sys.argv[4]))]
                for one in kept:
                    one.sendall(b'E')
                print('held', flush=True)
                sys.stdin.read()
            else:
                one = connect()
                one.sendall(b'T')
            """;

    private NetScript() {}

    /// The measured values: MB/s in each direction, milliseconds of a round trip, connections per second.
    public record NetworkFigures(List<Double> up, List<Double> down, List<Double> latency, List<Double> connections) {
        public static NetworkFigures read(String line) throws AgentException {
            try {
                return ContractJson.read(line, NetworkFigures.class);
            } catch (JsonFault e) {
                throw BenchMachine.failed(
                        "the result from the machine, “%s”, could not be parsed: %s".formatted(line, e.getMessage()));
            }
        }
    }
}
