package dev.belljar.agent.oci;

import com.github.luben.zstd.Zstd;
import dev.belljar.testing.SavedImage;
import dev.belljar.testing.SavedImage.LayerPacker;
import java.io.IOException;

/// The compressions of layers that Belljar reads.
enum Packing implements LayerPacker {
    NONE,
    GZIP,
    ZSTD;

    private static final int LEVEL = 3;

    @Override
    public String type() {
        return switch (this) {
            case NONE -> "tar";
            case GZIP -> "tar+gzip";
            case ZSTD -> "tar+zstd";
        };
    }

    @Override
    public byte[] pack(byte[] layer) throws IOException {
        return switch (this) {
            case NONE -> layer;
            case GZIP -> SavedImage.gzip(layer);
            case ZSTD -> Zstd.compress(layer, LEVEL);
        };
    }
}
