package dev.belljar.agent.oci;

import com.github.luben.zstd.Zstd;
import dev.belljar.testing.SavedImage;
import dev.belljar.testing.SavedImage.LayerPacker;
import java.io.IOException;

/// The compressions of layers that Belljar reads.
enum Packing implements LayerPacker {
    NONE(LayerPacker.NONE),
    GZIP(LayerPacker.GZIP),
    ZSTD(SavedImage.packer("tar+zstd", layer -> Zstd.compress(layer, 3)));

    private final LayerPacker packer;

    Packing(LayerPacker packer) {
        this.packer = packer;
    }

    @Override
    public String type() {
        return packer.type();
    }

    @Override
    public byte[] pack(byte[] layer) throws IOException {
        return packer.pack(layer);
    }
}
