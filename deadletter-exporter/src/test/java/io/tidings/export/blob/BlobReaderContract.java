package io.tidings.export.blob;

import static io.tidings.export.blob.BlobStoreContract.CONTAINER;
import static io.tidings.export.blob.BlobStoreContract.CONTENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.export.blob.BlobStore.Result;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What every storage must do for a redrive of its blobs: the suite that all of them run. */
interface BlobReaderContract {
    Duration PATIENCE = Duration.ofSeconds(90);

    /** The setting of a storage that has {@link BlobStoreContract#CONTAINER}. */
    String uri();

    /** The setting of a storage that does not respond. */
    String uriOfStorageThatIsAway();

    @Test
    default void aFolderListsItsBlobsAndNotThoseBelowIt() throws IOException {
        write("listed/2026/3/a.json");
        write("listed/2026/3/b.json");
        write("listed/2026/3/4/c.json");
        write("listed/2026/31/d.json");
        try (var reader = reader(uri())) {
            assertThat(reader.list(CONTAINER, "listed/2026/3/"))
                    .containsExactlyInAnyOrder("listed/2026/3/a.json", "listed/2026/3/b.json");
            assertThat(reader.read(CONTAINER, "listed/2026/3/b.json")).isEqualTo(CONTENT);
        }
    }

    @Test
    default void aFolderThatDoesNotExistIsEmpty() throws IOException {
        try (var reader = reader(uri())) {
            assertThat(reader.list(CONTAINER, "never/2026/3/")).isEmpty();
        }
    }

    @Test
    default void aBlobThatDoesNotExistIsNamed() {
        try (var reader = reader(uri())) {
            assertThatThrownBy(() -> reader.read(CONTAINER, "never/a.json"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("never/a.json");
        }
    }

    @Test
    default void aStorageThatIsAwayIsNoEmptyFolder() {
        try (var reader = reader(uriOfStorageThatIsAway())) {
            assertThatThrownBy(() -> reader.list(CONTAINER, "listed/2026/3/")).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> reader.read(CONTAINER, "listed/2026/3/a.json"))
                    .isInstanceOf(IOException.class);
        }
    }

    private void write(String name) {
        var store = BlobStores.of(Map.of(), uri(), true, PATIENCE).of("any").orElseThrow();
        assertThat(store.write(CONTAINER, name, CONTENT)).isEqualTo(new Result.Written());
    }

    private static BlobReader reader(String uri) {
        return new BlobReaders(Map.of(), uri, PATIENCE).open("any").orElseThrow();
    }
}
