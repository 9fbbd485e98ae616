package io.tidings.ingest.access;

import io.tidings.contract.WireName;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One token of the tokens file: {@code NAME HASH ROLE TOPICS [EXPIRES]}.
 *
 * @param hash SHA-256 of the token in hexadecimal digits, lower case
 * @param expires null for never
 */
record TokenLine(Principal principal, String hash, @Nullable Instant expires) {
    private static final int FEWEST = 4;

    /** Never quotes the line, which may hold a token by mistake. */
    static Validated<TokenLine> parse(String place, String line) {
        var words = List.of(line.strip().split("\\s+", -1));
        if (words.size() < FEWEST || words.size() > FEWEST + 1) {
            return new Validated.Invalid<>(
                    List.of(new Violation(place, "must be NAME HASH ROLE TOPICS, or NAME HASH ROLE TOPICS EXPIRES")));
        }
        var violations = new ArrayList<Violation>();
        if (!words.get(0).matches("[a-zA-Z0-9._@-]{1,64}")) {
            violations.add(new Violation(place, "NAME must be 1 to 64 letters, digits, dots, @, _ and -"));
        }
        if (words.get(0).equalsIgnoreCase(Principal.admin().name())) {
            violations.add(new Violation(place, "NAME must not be admin, the name of the holder of the admin token"));
        }
        if (!words.get(1).matches("[0-9a-fA-F]{64}")) {
            violations.add(new Violation(place, "HASH must be the SHA-256 of the token, 64 hexadecimal digits"));
        }
        var role = WireName.inAnyCase(Role.class, words.get(2));
        if (role.isEmpty()) {
            violations.add(new Violation(place, "ROLE " + WireName.rule(Role.class)));
        }
        var patterns = List.of(words.get(3).split(",", -1));
        var grant = role.flatMap(held -> Grant.parse(held, patterns));
        if (role.isPresent() && grant.isEmpty()) {
            violations.add(new Violation(
                    place,
                    "TOPICS must be names with commas between them, or *"
                            + (role.get() == Role.RECEIVER
                                    ? "; a name may have a / and a subscription behind it"
                                    : "")));
        }
        var expiry = words.size() > FEWEST ? expiry(words.get(FEWEST)) : Optional.<Instant>empty();
        if (words.size() > FEWEST && expiry.isEmpty()) {
            violations.add(new Violation(place, "EXPIRES must be a date such as 2027-01-31 or a time in UTC"));
        }
        return grant.isPresent() && violations.isEmpty()
                ? new Validated.Valid<>(new TokenLine(
                        new Principal(words.get(0), List.of(grant.get())),
                        words.get(1).toLowerCase(Locale.ROOT),
                        expiry.orElse(null)))
                : new Validated.Invalid<>(violations);
    }

    private static Optional<Instant> expiry(String word) {
        try {
            return Optional.of(
                    word.indexOf('T') > 0
                            ? Instant.parse(word)
                            : LocalDate.parse(word).atStartOfDay(ZoneOffset.UTC).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty(); // the violation says what it must be
        }
    }

    boolean expired(Instant now) {
        return expires != null && !now.isBefore(expires);
    }
}
