package io.tidings.ingest.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-ACCESS-1: the file is read again when it changes, and a broken one changes nothing. */
class TokensFileTest {
    /** Of "secret" and of "test". */
    private static final String FIRST = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";

    private static final String SECOND = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

    @TempDir
    Path folder;

    private final AtomicLong nanos = new AtomicLong();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private Path file;
    private TokensFile tokens;

    @BeforeEach
    void open() throws IOException {
        file = folder.resolve("tokens");
        write("first " + FIRST + " admin *");
        tokens = new TokensFile(file, CLOCK, nanos::get);
        tokens.bindTo(metrics);
    }

    @Test
    void aChangeIsReadASecondLater() throws IOException {
        assertThat(name("secret")).contains("first");
        write("second " + SECOND + " admin *");
        assertThat(name("secret")).contains("first");
        later();
        assertThat(name("secret")).isEmpty();
        assertThat(name("test")).contains("second");
        assertThat(valid()).isEqualTo(1);
    }

    @Test
    void aBrokenFileKeepsTheTokensBeforeIt() throws IOException {
        write("second " + SECOND + " nobody *");
        later();
        assertThat(name("secret")).contains("first");
        assertThat(name("test")).isEmpty();
        assertThat(tokens.problem())
                .hasValueSatisfying(problem -> assertThat(problem).contains("line 1", "ROLE"));
        assertThat(valid()).isZero();
        write("second " + SECOND + " admin *");
        later();
        assertThat(name("test")).contains("second");
        assertThat(tokens.problem()).isEmpty();
        assertThat(valid()).isEqualTo(1);
    }

    @Test
    void aMissingFileKeepsTheTokensBeforeIt() throws IOException {
        Files.delete(file);
        later();
        assertThat(name("secret")).contains("first");
        assertThat(valid()).isZero();
        write("first " + FIRST + " admin *");
        later();
        assertThat(name("secret")).contains("first");
        assertThat(valid()).isEqualTo(1);
    }

    @Test
    void anEmptyFileTakesAllTokensAway() throws IOException {
        write("");
        later();
        assertThat(name("secret")).isEmpty();
        assertThat(tokens.problem()).isEmpty();
    }

    @Test
    void aFileThatIsBrokenAtTheStartSaysSo() {
        assertThat(new TokensFile(folder.resolve("none"), CLOCK, nanos::get).problem())
                .hasValueSatisfying(problem -> assertThat(problem).contains("cannot be read"));
    }

    @Test
    void aFileThatIsStillWrittenWaits() throws IOException {
        write("second " + SECOND + " admin *");
        changed(Duration.ofMillis(999));
        later();
        assertThat(name("secret")).contains("first");
        assertThat(tokens.problem()).isEmpty();
        changed(Duration.ofSeconds(1));
        later();
        assertThat(name("test")).contains("second");
    }

    @Test
    void aLineWithoutItsEndMayBeCut() throws IOException {
        Files.writeString(file, "second " + SECOND + " admin orders");
        changed(Duration.ofDays(1));
        later();
        assertThat(name("secret")).contains("first");
        assertThat(tokens.problem()).contains("the last line must end with a line break");
        assertThat(valid()).isZero();
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text + "\n");
        changed(Duration.ofMinutes(1));
    }

    private void changed(Duration ago) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(NOW.minus(ago)));
    }

    private void later() {
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    }

    private Optional<String> name(String token) {
        return tokens.check(token, Instant.EPOCH)
                .map(checked -> ((TokenCheck.Accepted) checked).principal())
                .map(Principal::name);
    }

    private double valid() {
        return metrics.get("tidings.tokens.file.valid").gauge().value();
    }
}
