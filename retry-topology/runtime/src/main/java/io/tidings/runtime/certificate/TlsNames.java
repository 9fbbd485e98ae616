package io.tidings.runtime.certificate;

import org.jspecify.annotations.Nullable;

/**
 * The names of the certificates of both sides of a connection, as a subscription has them.
 *
 * @param identity of the client certificate; null for none
 * @param trust of the certificates that the endpoint's must descend from; null for the JDK's
 */
public record TlsNames(@Nullable String identity, @Nullable String trust) {}
