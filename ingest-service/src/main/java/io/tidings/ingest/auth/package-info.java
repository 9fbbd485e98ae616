/** Who may publish and who may manage. Pure. */
@NullMarked
package io.tidings.ingest.auth;

import org.jspecify.annotations.NullMarked;
