package io.tidings.export.blob;

import io.tidings.runtime.InvalidSettings;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which storage an account's containers are in.
 *
 * @param any for accounts that have none of their own; null when those have none at all
 */
public record Storages(
        Map<String, BlobStore> accounts, @Nullable BlobStore any) {
    /** Of all accounts; followed by a dot and an account, of this one. */
    public static final String SETTING = "deadletter.storage";

    public Storages {
        accounts = Map.copyOf(accounts);
    }

    /**
     * The storages that the settings name.
     *
     * @param create whether missing containers are created
     * @throws InvalidSettings when one cannot be used
     */
    public static Storages of(Map<String, String> accounts, @Nullable String any, boolean create) {
        var problems = new ArrayList<String>();
        var stores = new LinkedHashMap<String, BlobStore>();
        accounts.forEach((account, uri) ->
                open(SETTING + "." + account, uri, create, problems).ifPresent(store -> stores.put(account, store)));
        var store = any == null ? null : open(SETTING, any, create, problems).orElse(null);
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
        return new Storages(stores, store);
    }

    private static Optional<BlobStore> open(String setting, String text, boolean create, List<String> problems) {
        try {
            var uri = URI.create(text.strip());
            if ("file".equals(uri.getScheme())) {
                return Optional.of(new FileBlobStore(Path.of(uri), create));
            }
            problems.add(setting + ": this release writes to file:// only, not to \"" + text
                    + "\"; name a folder such as" + " file:///var/lib/tidings/dead-letters");
        } catch (IllegalArgumentException | FileSystemNotFoundException e) {
            problems.add(setting + ": \"" + text + "\" names no folder (" + e.getMessage()
                    + "); write it like file:///var/lib/tidings/dead-letters");
        }
        return Optional.empty();
    }

    public Optional<BlobStore> of(String account) {
        var own = accounts.get(account);
        return own != null ? Optional.of(own) : Optional.ofNullable(any);
    }

    /** Whether no account has any. */
    public boolean none() {
        return accounts.isEmpty() && any == null;
    }

    /** Whether all of them are. */
    public boolean reachable() {
        return accounts.values().stream().allMatch(BlobStore::reachable) && (any == null || any.reachable());
    }
}
