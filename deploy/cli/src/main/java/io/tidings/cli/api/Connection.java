package io.tidings.cli.api;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * An installation of Tidings.
 *
 * @param url scheme, host and port of management, perhaps with a path before its routes
 * @param origin of these, for messages, such as "the profile prod"
 */
public record Connection(URI url, @Nullable Token token, String origin) {}
