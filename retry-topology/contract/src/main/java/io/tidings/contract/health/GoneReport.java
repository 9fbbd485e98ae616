package io.tidings.contract.health;

import io.tidings.contract.secret.CanonicalOrigin;
import java.time.Instant;

/**
 * A response 410 (Gone) of an endpoint, as a worker reports it (B-GONE).
 *
 * @param origin of the endpoint that responded
 * @param record the position of the delivery that was sent, such as {@code retry-10s-3@1041}, which tells reports apart
 * @param seen when the response came, by the worker's clock
 */
public record GoneReport(CanonicalOrigin origin, String record, Instant seen) {}
