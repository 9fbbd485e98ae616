package io.tidings.ingest.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.json.Validated;
import io.tidings.runtime.metric.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tokens file, read again at most once a second, when a token is checked. A file that is broken or cannot be read
 * changes nothing: the tokens before it stay in force. So does one that changed less than {@link #QUIET} ago, or whose
 * last line has no end, because it may be half written. Thread-safe.
 */
public final class TokensFile implements BearerTokens {
    private static final Logger log = LoggerFactory.getLogger(TokensFile.class);
    private static final Duration BETWEEN_READS = Duration.ofSeconds(1);
    private static final Duration QUIET = Duration.ofSeconds(1);
    private static final int MAX_BYTES = 1024 * 1024;

    /**
     * @param tokens in force
     * @param text that the file had; null if it could not be read
     * @param problem with the file; null if its tokens are in force
     * @param nanos when it was read
     */
    private record Reading(
            TokenList tokens,
            @Nullable String text,
            @Nullable String problem,
            long nanos) {}

    private final Path file;
    private final Clock clock;
    private final LongSupplier nanos;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile Reading last;

    TokensFile(Path file, Clock clock, LongSupplier nanos) {
        this.file = file;
        this.clock = clock;
        this.nanos = nanos;
        last = next(new Reading(new TokenList(List.of()), null, null, 0), true);
    }

    public static TokensFile open(Path file) {
        return new TokensFile(file, Clock.systemUTC(), System::nanoTime);
    }

    public void bindTo(MeterRegistry registry) {
        Metric.TOKENS_FILE_VALID.gauge(registry, this, each -> each.problem().isEmpty() ? 1 : 0);
    }

    /** Returns the problem with the file; empty if its tokens are in force. */
    public Optional<String> problem() {
        return Optional.ofNullable(current().problem());
    }

    @Override
    public Optional<TokenCheck> check(String token, Instant now) {
        return current().tokens().check(token, now);
    }

    /** Returns whether a token with this name, which has not expired, has the role for the topic. */
    public boolean grants(String name, Role role, String topic, Instant now) {
        return current().tokens().lines().stream()
                .filter(line -> line.principal().name().equals(name) && !line.expired(now))
                .anyMatch(line -> line.principal().refusal(role, topic).isEmpty());
    }

    /** Returns whether there is a token with this name, expired or not. */
    public boolean names(String name) {
        return current().tokens().lines().stream()
                .anyMatch(line -> line.principal().name().equals(name));
    }

    private Reading current() {
        var known = last;
        if (nanos.getAsLong() - known.nanos() < BETWEEN_READS.toNanos() || !reading.tryLock()) {
            return known;
        }
        try {
            var next = next(known, false);
            report(known, next);
            last = next;
            return next;
        } finally {
            reading.unlock();
        }
    }

    private Reading next(Reading known, boolean starting) {
        long now = nanos.getAsLong();
        try {
            var text = text();
            if (text.equals(known.text()) || (!starting && changing())) {
                return new Reading(known.tokens(), known.text(), known.problem(), now);
            }
            if (!text.isEmpty() && !text.endsWith("\n")) {
                return new Reading(known.tokens(), text, "the last line must end with a line break", now);
            }
            return switch (TokenList.parse(text)) {
                case Validated.Valid<TokenList>(var tokens) -> new Reading(tokens, text, null, now);
                case Validated.Invalid<TokenList> invalid -> new Reading(known.tokens(), text, invalid.sentence(), now);
            };
        } catch (IOException _) { // its message is often only the name of the file
            return new Reading(
                    known.tokens(), null, "cannot be read; check that it exists, its owner and permissions", now);
        }
    }

    /** A time in the future comes from another clock, and says nothing. */
    private boolean changing() throws IOException {
        var age = Duration.between(Files.getLastModifiedTime(file).toInstant(), clock.instant());
        return !age.isNegative() && age.compareTo(QUIET) < 0;
    }

    private String text() throws IOException {
        try (var in = Files.newInputStream(file)) {
            var bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new IOException("more than " + MAX_BYTES + " bytes");
            }
            return new String(bytes, UTF_8);
        }
    }

    private void report(Reading known, Reading next) {
        if (next.problem() != null && !next.problem().equals(known.problem())) {
            log.error("tokens.file {}: {}; the tokens before this change stay in force", file, next.problem());
        } else if (next.problem() == null && !next.tokens().equals(known.tokens())) {
            log.info(
                    "tokens.file {} was read again and has {} tokens",
                    file,
                    next.tokens().lines().size());
        } else if (next.problem() == null && known.problem() != null) {
            log.info("tokens.file {} can be read again", file);
        }
    }
}
