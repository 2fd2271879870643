package dev.belljar.agent.sync.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.sync.script.StallLimit;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests that reading files ends with a reason when the guest stops sending.
@Timeout(60)
class FileArchiveTest {
    private static final StallLimit LIMIT =
            new StallLimit(Duration.ofMinutes(1), Duration.ofSeconds(1), Duration.ofMinutes(1), 1);

    private record PipedGuest(PipedInputStream input, PipedOutputStream guest) implements GuestStream {
        PipedGuest() throws IOException {
            this(new PipedInputStream(), new PipedOutputStream());
            guest.connect(input);
        }

        @Override
        public OutputStream output() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public void close() {
            try {
                guest.close();
                input.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Test
    void anArchiveThatIsSentIsRead() throws Exception {
        PipedGuest guest = new PipedGuest();
        try (FileArchive archive = new FileArchive(guest, LIMIT)) {
            guest.guest().write(new byte[600]);
            guest.guest().close();
            assertThat(archive.input().readAllBytes()).hasSize(600);
        }
    }

    @Test
    void aGuestThatStopsSendingIsGivenUp() throws Exception {
        PipedGuest guest = new PipedGuest();
        try (FileArchive archive = new FileArchive(guest, LIMIT)) {
            guest.guest().write(new byte[600]);
            InputStream input = archive.input();
            assertThat(input.readNBytes(600)).hasSize(600);
            assertThatThrownBy(input::readAllBytes)
                    .isInstanceOf(IOException.class)
                    .hasMessage("tar in the guest made no progress for 1 s");
        }
    }
}
