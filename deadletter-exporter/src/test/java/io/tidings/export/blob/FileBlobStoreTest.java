package io.tidings.export.blob;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.export.blob.BlobStore.Result;
import io.tidings.runtime.InvalidSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DLQ-4 and B-DLQ-5 with containers that are folders. */
class FileBlobStoreTest {
    private static final String BLOB = "ALPHA/2026/3/7/9/b.json";
    private static final byte[] CONTENT = "[{}]".getBytes(UTF_8);

    @TempDir
    private Path root;

    @Test
    void aBlobIsWholeUnderItsPathAndNothingElseIsLeft() throws IOException {
        Files.createDirectory(root.resolve("dead"));
        assertThat(store(false).write("dead", BLOB, CONTENT)).isEqualTo(new Result.Written());
        assertThat(files()).containsExactly("dead/" + BLOB);
        assertThat(root.resolve("dead").resolve(BLOB)).hasBinaryContent(CONTENT);
    }

    @Test
    void writingAgainReplaces() throws IOException {
        var longer = "[{},\n{}]".getBytes(UTF_8);
        store(true).write("dead", BLOB, CONTENT);
        assertThat(store(true).write("dead", BLOB, longer)).isEqualTo(new Result.Written());
        assertThat(files()).containsExactly("dead/" + BLOB);
        assertThat(root.resolve("dead").resolve(BLOB)).hasBinaryContent(longer);
    }

    @Test
    void aMissingContainerIsToldFromAMissingStorage() {
        assertThat(store(false).write("dead", BLOB, CONTENT)).isEqualTo(new Result.ContainerMissing());

        var unmounted = new FileBlobStore(root.resolve("unmounted"), false);
        assertThat(unmounted.write("dead", BLOB, CONTENT)).isInstanceOf(Result.Unavailable.class);
        assertThat(unmounted.reachable()).isFalse();
    }

    @Test
    void missingContainersAndTheRootAreCreatedWhenThatIsSet() {
        var created = new FileBlobStore(root.resolve("a/b"), true);
        assertThat(created.reachable()).isTrue();
        assertThat(created.write("dead", BLOB, CONTENT)).isEqualTo(new Result.Written());
        assertThat(root.resolve("a/b/dead").resolve(BLOB)).exists();
    }

    @Test
    void whatCannotBeWrittenIsUnavailableAndLeavesNoTemporaryFile() throws IOException {
        Files.createDirectories(root.resolve("dead").resolve(BLOB).resolve("in-the-way"));
        assertThat(store(false).write("dead", BLOB, CONTENT)).isInstanceOf(Result.Unavailable.class);
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
        var storages = Storages.of(
                Map.of("one", root.resolve("1").toUri().toString()),
                root.toUri().toString(),
                true);
        assertThat(storages.of("one").orElseThrow().location()).contains("/1");
        assertThat(storages.of("two").orElseThrow().location()).doesNotContain("/1/");
        assertThat(Storages.of(Map.of(), null, true).of("one")).isEmpty();
    }

    @Test
    void storageThatCannotBeUsedIsRefusedWithEveryProblem() {
        assertThatThrownBy(
                        () -> Storages.of(Map.of("one", "azblob://x", "two", "relative/path"), "file://host/x", true))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("deadletter.storage.one: ")
                .hasMessageContaining("deadletter.storage.two: ")
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
