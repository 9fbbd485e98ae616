package io.tidings.export.blob;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The storages of {@link BlobStores}, to read from.
 *
 * @param accounts URIs by account
 * @param any for accounts without a storage of their own; null if those have none
 * @param timeLimit of one request
 */
public record BlobReaders(
        Map<String, String> accounts, @Nullable String any, Duration timeLimit) {
    public BlobReaders {
        accounts = Map.copyOf(accounts);
    }

    /** Returns empty if the account has no storage. */
    public Optional<BlobReader> open(String account) {
        var own = accounts.get(account);
        return own != null
                ? Optional.of(open(own.strip(), account))
                : Optional.ofNullable(any).map(uri -> open(uri.strip(), null));
    }

    private BlobReader open(String uri, @Nullable String account) {
        return uri.startsWith("file:")
                ? new FileBlobReader(Path.of(URI.create(uri)))
                : new CloudBlobReader(StorageUri.parse(uri).of(account), timeLimit);
    }

    /** Does not show the URIs, which may contain secrets. */
    @Override
    public String toString() {
        return "readers of " + accounts.keySet();
    }
}
