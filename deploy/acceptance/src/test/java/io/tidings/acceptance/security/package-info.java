/** Secrets, identities and the access that Kafka grants. */
package io.tidings.acceptance.security;
