package io.tidings.export.window;

/**
 * @param bytes of the records of one blob
 * @param records of one blob
 * @param held bytes of all records in memory, including headers, for any number of subscriptions
 */
public record BlobLimits(int bytes, int records, int held) {
    static final int MEBIBYTE = 1024 * 1024;

    public static final BlobLimits DEFAULT = new BlobLimits(8 * MEBIBYTE, 10_000, 64 * MEBIBYTE);

    public BlobLimits {
        if (bytes < 1 || records < 1 || held < 1) {
            throw new IllegalArgumentException(
                    "blobs of " + bytes + " bytes, " + records + " records, " + held + " held");
        }
    }
}
