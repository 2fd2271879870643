package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.app.theme.Theme;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the committed pictures are few and small, that each shows a screen, that the documents refer to
/// existing ones, and that a picture that is drawn differently is reported.
class CommittedPicturesTest {
    private static final int MOST = 24;
    private static final long MOST_BYTES = 4L << 20;
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+\\.png)\\)");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    private final CommittedPictures committed = CommittedPictures.here();

    @Test
    void committedPicturesAreFewAndSmall() throws IOException {
        assertThat(committed.names()).hasSizeLessThanOrEqualTo(MOST);
        long bytes = 0;
        for (String name : committed.names()) {
            bytes += Files.size(committed.folder().resolve(name));
        }
        assertThat(bytes).isLessThanOrEqualTo(MOST_BYTES);
    }

    @Test
    void everyCommittedPictureShowsAScreen() throws IOException {
        List<String> drawn = ScreenCases.all().stream()
                .flatMap(screen -> Stream.of(Theme.values()).map(screen::fileName))
                .toList();
        assertThat(drawn).containsAll(committed.names());
    }

    @Test
    void everyPictureOfADocumentExists() throws IOException {
        Path top = committed.folder().resolve("../..").toRealPath();
        List<String> links = new ArrayList<>();
        for (Path document : documents(top)) {
            Matcher link = LINK.matcher(Files.readString(document));
            while (link.find()) {
                links.add(link.group(1));
                assertThat(document.resolveSibling(link.group(1)))
                        .as("in %s", document)
                        .exists();
            }
        }
        assertThat(links).as("pictures in documents").isNotEmpty();
    }

    private static List<Path> documents(Path top) throws IOException {
        try (Stream<Path> files = Files.walk(top)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> Stream.of("/target/", "/.git/", "/build/")
                            .noneMatch(part -> file.toString().contains(part)))
                    .toList();
        }
    }

    @Test
    void aChangedPictureIsRefusedUntilItIsApproved() throws IOException {
        CommittedPictures own =
                new CommittedPictures(Files.createDirectories(temp.resolve("committed")), temp.resolve("drawn"));
        BufferedImage before = sample(60);
        own.check("a.png", before, List.of(), false);
        assertThat(own.has("a.png"))
                .as("what is not committed is drawn and not compared")
                .isFalse();
        Files.createFile(own.folder().resolve("a.png"));
        assertThatThrownBy(() -> own.check("a.png", before, List.of(), false))
                .hasMessageContaining("pictures.approve=true");
        own.check("a.png", before, List.of(), true);
        byte[] kept = Files.readAllBytes(own.folder().resolve("a.png"));
        own.check("a.png", before, List.of(), true);
        own.check("a.png", before, List.of(), false);
        assertThat(own.folder().resolve("a.png")).hasBinaryContent(kept);
        assertThatThrownBy(() -> own.check("a.png", sample(66), List.of(), false))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the first at 48, 32");
        assertThat(own.drawn().resolve("a-differs.png")).exists();
        own.check("a.png", sample(66), List.of(), true);
        own.check("a.png", sample(66), List.of(), false);
    }

    // A light rectangle on a dark background.
    private static BufferedImage sample(int left) {
        BufferedImage picture = new BufferedImage(200, 100, BufferedImage.TYPE_INT_ARGB);
        Graphics2D pen = picture.createGraphics();
        pen.setColor(Color.DARK_GRAY);
        pen.fillRect(0, 0, 200, 100);
        pen.setColor(Color.LIGHT_GRAY);
        pen.fillRect(left, 40, 30, 20);
        pen.dispose();
        return picture;
    }
}
