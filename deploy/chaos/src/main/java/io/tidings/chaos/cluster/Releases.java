package io.tidings.chaos.cluster;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the programs come from.
 *
 * @param root of the repository
 * @param former root of a checkout of a former release, packaged, to change to and back
 */
public record Releases(Path root, Optional<Path> former) {}
