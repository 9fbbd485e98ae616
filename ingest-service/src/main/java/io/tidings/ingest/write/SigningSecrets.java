package io.tidings.ingest.write;

import io.tidings.contract.secret.Keyring;
import io.tidings.contract.secret.SigningSecret;
import io.tidings.contract.subscription.Signing;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.table.SubscriptionEntry;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The changes of the secrets that sign the requests of a subscription, by writes and rotations (B-AUTH-1). Pure but for the
 * random bytes of new secrets.
 *
 * @param overlap how long a former secret signs beside the present one
 */
public record SigningSecrets(Duration overlap, RandomGenerator random) {
    /** Returns the secret for a body that asks for signatures without one: the kept secret, or a new one. */
    String secretAfter(Optional<SubscriptionEntry> before) {
        return kept(before).map(Signing::secret).orElseGet(() -> SigningSecret.random(random));
    }

    /** Returns the subscription with the former secret that still signs. Another secret in its body is a rotation. */
    Subscription carriedOver(Optional<SubscriptionEntry> before, Subscription written, Instant now) {
        var extensions = written.extensions();
        var signing = extensions.signing();
        return signing == null
                ? written
                : kept(before)
                        .map(kept -> signing.secret().equals(kept.secret())
                                ? kept
                                : replaced(kept, signing.secret(), overlap, now))
                        .map(next -> written.with(extensions.with(next)))
                        .orElse(written);
    }

    /** Returns the secrets after a rotation. One to the present secret is a repetition, and changes nothing. */
    public Signing rotated(Signing kept, SigningRotation rotation, Instant now) {
        var secret = rotation.secret() == null ? SigningSecret.random(random) : rotation.secret();
        var length = rotation.overlap() == null ? overlap : rotation.overlap();
        boolean repeated = secret.equals(kept.secret()) && !length.isZero();
        return repeated ? kept : replaced(kept, secret, length, now);
    }

    private static Optional<Signing> kept(Optional<SubscriptionEntry> before) {
        return before.map(entry -> entry.subscription().extensions().signing());
    }

    /** A secret that could not be opened cannot sign beside the new one. */
    private static Signing replaced(Signing kept, String secret, Duration overlap, Instant now) {
        return overlap.isZero() || Keyring.isSealed(kept.secret())
                ? new Signing(secret)
                : new Signing(secret, kept.secret(), now.plus(overlap).truncatedTo(ChronoUnit.MILLIS));
    }
}
