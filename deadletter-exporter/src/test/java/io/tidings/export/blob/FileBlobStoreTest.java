package io.tidings.export.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.export.blob.BlobStore.Result;
import io.tidings.runtime.InvalidSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DLQ-4 and B-DLQ-5 with containers that are folders. */
class FileBlobStoreTest implements BlobStoreContract, BlobReaderContract {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    private Path root;

    @Override
    public BlobStore store() {
        try {
            Files.createDirectories(root.resolve(CONTAINER));
            return store(false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public BlobStore storeThatIsAway() {
        return new FileBlobStore(root.resolve("unmounted"), false);
    }

    @Override
    public String uri() {
        return root.toUri().toString();
    }

    @Override
    public String uriOfStorageThatIsAway() {
        return root.resolve("unmounted").toUri().toString();
    }

    @Override
    public byte[] read(String name) throws IOException {
        return Files.readAllBytes(root.resolve(CONTAINER).resolve(name));
    }

    @Test
    void aBlobIsWholeUnderItsPathAndNothingElseIsLeft() throws IOException {
        Files.createDirectory(root.resolve("dead"));
        assertThat(store(false).write("dead", BLOB, CONTENT)).isEqualTo(new Result.Written());
        assertThat(files()).containsExactly("dead/" + BLOB);
        assertThat(root.resolve("dead").resolve(BLOB)).hasBinaryContent(CONTENT);
    }

    @Test
    void onlyTheTemporaryFilesOfAKilledWriterAreRemoved() throws IOException {
        var dead = Files.createDirectory(root.resolve("dead"));
        var now = Instant.parse("2026-11-21T12:00:00Z");
        var names = List.of(".old.tmp", ".young.tmp", "old.json");
        for (var name : names) {
            var age = name.contains("old") ? Duration.ofHours(2) : Duration.ofMinutes(2);
            Files.setLastModifiedTime(Files.createFile(dead.resolve(name)), FileTime.from(now.minus(age)));
        }
        store(false).sweep(now);
        assertThat(files()).containsExactlyInAnyOrder("dead/.young.tmp", "dead/old.json");
        new FileBlobStore(root.resolve("unmounted"), false).sweep(now);
    }

    @Test
    void missingContainersAndTheRootAreCreatedWhenThatIsSet() {
        var created = new FileBlobStore(root.resolve("a/b"), true);
        assertThat(created.reachable()).isTrue();
        assertThat(created.write("dead", BLOB, CONTENT)).isEqualTo(new Result.Written());
        assertThat(root.resolve("a/b/dead").resolve(BLOB)).exists();
    }

    @Test
    void aFailedWriteIsUnavailableAndLeavesNoTemporaryFile() throws IOException {
        Files.createDirectories(root.resolve("dead").resolve(BLOB).resolve("in-the-way"));
        assertThat(store(false).write("dead", BLOB, CONTENT))
                .isInstanceOfSatisfying(
                        Result.Unavailable.class,
                        away -> assertThat(away.reason()).endsWith(BLOB + " cannot be written: is a directory"));
        assertThat(files()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", ".", "", "a/b", "../dead", "/etc", "Dead", "dead--letters"})
    void aContainerThatIsNoNameIsRefused(String container) {
        assertThatThrownBy(() -> store(true).write(container, BLOB, CONTENT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + container + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../b.json", "a/../../b.json", "/etc/passwd", "", "."})
    void aNameThatLeavesItsContainerIsRefused(String name) {
        assertThatThrownBy(() -> store(true).write("dead", name, CONTENT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("leads out of");
    }

    @Test
    void anAccountHasItsOwnStorageOrThatOfAll() {
        var stores = BlobStores.of(
                Map.of("one", root.resolve("1").toUri().toString()),
                root.toUri().toString(),
                true,
                LIMIT);
        assertThat(stores.of("one").orElseThrow().location()).contains("/1");
        assertThat(stores.of("two").orElseThrow().location()).doesNotContain("/1/");
        assertThat(BlobStores.of(Map.of(), null, true, LIMIT).of("one")).isEmpty();
    }

    @Test
    void storageThatCannotBeUsedIsRefusedWithEveryProblem() {
        assertThatThrownBy(() -> BlobStores.of(
                        Map.of("one", "ftp://x", "two", "relative/path", "my-3", "file:///x"),
                        "file://host/x",
                        true,
                        LIMIT))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("deadletter.storage.one: ")
                .hasMessageContaining("deadletter.storage.two: ")
                .hasMessageContaining("deadletter.storage.my-3: ")
                .hasMessageContaining("deadletter.storage: ");
    }

    private FileBlobStore store(boolean create) {
        return new FileBlobStore(root, create);
    }

    private List<String> files() throws IOException {
        try (var all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString())
                    .toList();
        }
    }
}
