package dev.belljar.app.pictures;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The visible differences between two pictures of a screen.
///
/// Hosts draw the edges of letters differently: an edge may be shifted by one pixel and be slightly lighter
/// or darker. A pixel therefore differs only if its colour is outside the range of the colours around its
/// position in the other picture by more than [#COLOUR] of 255 in a channel; and a block of 16 × 16 only if
/// at least [#PIXELS] of its pixels do.
record PictureDifference(List<Rectangle> blocks) {
    static final int COLOUR = 24;
    static final int PIXELS = 3;
    private static final int BLOCK = 16;

    PictureDifference {
        blocks = List.copyOf(blocks);
    }

    /// Compares two pictures except in the areas `except`; if the sizes differ, the whole picture differs.
    static PictureDifference between(BufferedImage one, BufferedImage other, List<Rectangle> except) {
        int width = one.getWidth();
        int height = one.getHeight();
        if (width != other.getWidth() || height != other.getHeight()) {
            return new PictureDifference(
                    List.of(new Rectangle(Math.max(width, other.getWidth()), Math.max(height, other.getHeight()))));
        }
        int[] first = pixels(one);
        int[] second = pixels(other);
        except.forEach(place -> {
            blank(first, width, height, place);
            blank(second, width, height, place);
        });
        List<Rectangle> blocks = new ArrayList<>();
        for (int y = 0; y < height; y += BLOCK) {
            for (int x = 0; x < width; x += BLOCK) {
                Rectangle block = new Rectangle(x, y, Math.min(BLOCK, width - x), Math.min(BLOCK, height - y));
                if (differing(first, second, width, height, block) >= PIXELS) {
                    blocks.add(block);
                }
            }
        }
        return new PictureDifference(blocks);
    }

    /// A copy of the pixels, with an alpha of 0.
    private static int[] pixels(BufferedImage picture) {
        int width = picture.getWidth();
        int height = picture.getHeight();
        BufferedImage plain = picture;
        if (picture.getType() != BufferedImage.TYPE_INT_RGB) {
            plain = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
            Graphics2D pen = plain.createGraphics();
            pen.drawImage(picture, 0, 0, null);
            pen.dispose();
        }
        int[] pixels = new int[width * height];
        plain.getRaster().getDataElements(0, 0, width, height, pixels);
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] &= 0xffffff;
        }
        return pixels;
    }

    boolean none() {
        return blocks.isEmpty();
    }

    /// The picture with a frame around each block that differs.
    BufferedImage markedIn(BufferedImage picture) {
        BufferedImage marked = new BufferedImage(picture.getWidth(), picture.getHeight(), BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = marked.createGraphics();
        pen.drawImage(picture, 0, 0, null);
        pen.setColor(Color.RED);
        blocks.forEach(block -> pen.drawRect(block.x, block.y, block.width - 1, block.height - 1));
        pen.dispose();
        return marked;
    }

    private static void blank(int[] pixels, int width, int height, Rectangle place) {
        Rectangle within = place.intersection(new Rectangle(width, height));
        for (int y = within.y; y < within.y + within.height; y++) {
            Arrays.fill(pixels, y * width + within.x, y * width + within.x + Math.max(0, within.width), 0);
        }
    }

    private static int differing(int[] first, int[] second, int width, int height, Rectangle block) {
        int found = 0;
        for (int y = block.y; y < block.y + block.height; y++) {
            for (int x = block.x; x < block.x + block.width; x++) {
                int at = y * width + x;
                if (first[at] != second[at]
                        && (outside(first[at], second, width, height, x, y)
                                || outside(second[at], first, width, height, x, y))) {
                    found++;
                }
            }
        }
        return found;
    }

    private static boolean outside(int rgb, int[] picture, int width, int height, int x, int y) {
        for (int shift = 0; shift <= 16; shift += 8) {
            int least = 255;
            int most = 0;
            for (int v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
                for (int u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
                    int near = picture[v * width + u] >> shift & 0xff;
                    least = Math.min(least, near);
                    most = Math.max(most, near);
                }
            }
            int value = rgb >> shift & 0xff;
            if (value < least - COLOUR || value > most + COLOUR) {
                return true;
            }
        }
        return false;
    }
}
