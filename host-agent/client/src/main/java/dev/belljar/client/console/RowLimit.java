package dev.belljar.client.console;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads the largest number of rows to print, as `--limit` takes it.
public final class RowLimit implements ITypeConverter<Integer> {
    private static final int MOST = 10_000;

    @Override
    public Integer convert(String word) {
        int rows = word.matches("[0-9]{1,5}") ? Integer.parseInt(word) : 0;
        if (rows < 1 || rows > MOST) {
            throw new TypeConversionException("\"" + word + "\": expected a whole number from 1 to " + MOST);
        }
        return rows;
    }
}
