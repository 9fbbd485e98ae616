package io.tidings.ingest.access;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.tidings.contract.Sha256;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** The tokens of a tokens file, of which it has the hashes only. */
record TokenList(List<TokenLine> lines) implements BearerTokens {
    TokenList {
        lines = List.copyOf(lines);
    }

    /** Reads one token a line; empty lines and lines that start with {@code #} are left out. */
    static Validated<TokenList> parse(String text) {
        var lines = new ArrayList<TokenLine>();
        var violations = new ArrayList<Violation>();
        var hashes = new HashSet<String>();
        int number = 0;
        for (var line : text.lines().toList()) {
            number++;
            if (line.isBlank() || line.strip().startsWith("#")) {
                continue;
            }
            var place = "line " + number;
            switch (TokenLine.parse(place, line)) {
                case Validated.Invalid<TokenLine>(var broken) -> violations.addAll(broken);
                case Validated.Valid<TokenLine>(var token) -> {
                    lines.add(token);
                    if (!hashes.add(token.hash())) {
                        violations.add(new Violation(place, "HASH is in an earlier line, too"));
                    }
                }
            }
        }
        return violations.isEmpty() ? new Validated.Valid<>(new TokenList(lines)) : new Validated.Invalid<>(violations);
    }

    /** Compares with every line, so that the time of the response does not tell which one is close. */
    @Override
    public Optional<TokenCheck> check(String token, Instant now) {
        var hash = HexFormat.of().formatHex(Sha256.of(token)).getBytes(US_ASCII);
        var found = Optional.<TokenLine>empty();
        for (var line : lines) {
            if (MessageDigest.isEqual(line.hash().getBytes(US_ASCII), hash)) {
                found = Optional.of(line);
            }
        }
        return found.map(line -> line.expired(now)
                ? TokenCheck.unauthorized("the token " + line.principal().name() + " expired at " + line.expires())
                : new TokenCheck.Accepted(line.principal()));
    }
}
