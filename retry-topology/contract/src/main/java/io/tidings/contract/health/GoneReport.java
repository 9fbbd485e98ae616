package io.tidings.contract.health;

import io.tidings.contract.secret.CanonicalOrigin;
import java.time.Instant;

/**
 * A response 410 (Gone) of an endpoint, as a worker reports it (B-GONE).
 *
 * @param origin of the endpoint that responded
 * @param version the offset of the subscription's record that the worker knew when it sent the request: a later change
 *     of the subscription, such as a resume, is not overruled
 * @param seen when the response came, by the worker's clock
 */
public record GoneReport(CanonicalOrigin origin, long version, Instant seen) {}
