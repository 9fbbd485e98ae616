package io.tidings.export.blob;

import io.tidings.contract.subscription.DeadLetterDestination;
import io.tidings.runtime.InvalidSettings;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The storage of each account.
 *
 * @param any for accounts without a storage of their own; null if those have none
 */
public record BlobStores(
        Map<String, BlobStore> accounts, @Nullable BlobStore any) implements AutoCloseable {
    /** The setting for all accounts; followed by a dot and an account, for this one. */
    public static final String SETTING = "deadletter.storage";

    public BlobStores {
        accounts = Map.copyOf(accounts);
    }

    /**
     * @param create whether to create missing folders
     * @param timeLimit of one blob
     * @throws InvalidSettings if a storage cannot be used
     */
    public static BlobStores of(
            Map<String, String> accounts, @Nullable String any, boolean create, Duration timeLimit) {
        var problems = new ArrayList<String>();
        var stores = new LinkedHashMap<String, BlobStore>();
        accounts.forEach((account, uri) -> {
            try {
                stores.put(account, open(uri.strip(), account, create, timeLimit));
            } catch (IllegalArgumentException | FileSystemNotFoundException e) {
                problems.add(SETTING + "." + account + ": " + e.getMessage());
            }
        });
        BlobStore ofAny = null;
        try {
            ofAny = any == null ? null : open(any.strip(), null, create, timeLimit);
        } catch (IllegalArgumentException | FileSystemNotFoundException e) {
            problems.add(SETTING + ": " + e.getMessage());
        }
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
        return new BlobStores(stores, ofAny);
    }

    private static BlobStore open(String text, @Nullable String account, boolean create, Duration timeLimit) {
        if (account != null && !DeadLetterDestination.isAccount(account)) {
            throw new IllegalArgumentException("a storage account's name has letters and digits only");
        }
        if (text.startsWith("file:")) {
            return new TimeLimitedBlobStore(new FileBlobStore(folder(text), create), timeLimit);
        }
        var store = new CloudBlobStore(StorageUri.parse(text).of(account), timeLimit);
        store.check();
        return store;
    }

    private static Path folder(String text) {
        try {
            return Path.of(URI.create(text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" names no folder (" + e.getMessage()
                            + "); write it like file:///var/lib/tidings/dead-letters",
                    e);
        }
    }

    public Optional<BlobStore> of(String account) {
        var own = accounts.get(account);
        return own != null ? Optional.of(own) : Optional.ofNullable(any);
    }

    public boolean none() {
        return accounts.isEmpty() && any == null;
    }

    public boolean reachable() {
        return all().allMatch(BlobStore::reachable);
    }

    public void sweep(Instant now) {
        all().forEach(store -> store.sweep(now));
    }

    @Override
    public void close() {
        all().forEach(BlobStore::close);
    }

    private Stream<BlobStore> all() {
        return Stream.concat(accounts.values().stream(), Stream.ofNullable(any));
    }
}
