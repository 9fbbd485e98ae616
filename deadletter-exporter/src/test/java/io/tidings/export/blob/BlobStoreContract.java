package io.tidings.export.blob;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.export.blob.BlobStore.Result;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What every storage must do (B-DLQ-4, B-DLQ-5): the suite that all of them run. */
interface BlobStoreContract {
    String CONTAINER = "dead";
    String BLOB = "ALPHA/2026/3/7/9/6d1f7a54-9d3e-4b39-8e2a-0c1b2d3e4f50.json";
    byte[] CONTENT = "[{}]".getBytes(UTF_8);

    /** Has {@link #CONTAINER} and no other. */
    BlobStore store();

    /** A storage that does not respond. */
    BlobStore storeThatIsAway();

    /** The content as another reader sees it. */
    byte[] read(String name) throws Exception;

    @Test
    default void aBlobIsReadAsItWasWritten() throws Exception {
        assertThat(store().write(CONTAINER, BLOB, CONTENT)).isEqualTo(new Result.Written());
        assertThat(read(BLOB)).isEqualTo(CONTENT);
        assertThat(store().reachable()).isTrue();
    }

    @Test
    default void theLargestBlobIsWrittenWhole() throws Exception {
        var large = new byte[9 * 1024 * 1024];
        Arrays.fill(large, (byte) ' ');
        large[large.length - 1] = '!';
        assertThat(store().write(CONTAINER, "large/" + BLOB, large)).isEqualTo(new Result.Written());
        assertThat(read("large/" + BLOB)).isEqualTo(large);
    }

    @Test
    default void writingAgainReplaces() throws Exception {
        var longer = "[{},\n{}]".getBytes(UTF_8);
        store().write(CONTAINER, "again/" + BLOB, CONTENT);
        assertThat(store().write(CONTAINER, "again/" + BLOB, longer)).isEqualTo(new Result.Written());
        assertThat(read("again/" + BLOB)).isEqualTo(longer);
    }

    @Test
    default void aMissingContainerIsToldFromAStorageThatIsAway() {
        assertThat(store().write("missing", BLOB, CONTENT)).isEqualTo(new Result.ContainerMissing());

        var away = storeThatIsAway();
        assertThat(away.write(CONTAINER, BLOB, CONTENT)).isInstanceOf(Result.Unavailable.class);
        assertThat(away.reachable()).isFalse();
    }

    @Test
    default void whereABlobIsReadIsToldWithItsWholeName() {
        assertThat(store().url(CONTAINER, BLOB))
                .endsWith("/" + CONTAINER + "/" + BLOB)
                .doesNotContain("?");
    }
}
