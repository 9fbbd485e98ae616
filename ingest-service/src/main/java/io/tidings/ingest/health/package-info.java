/** The health of a subscription: one word that is decided in one place, from what is known of it. */
@NullMarked
package io.tidings.ingest.health;

import org.jspecify.annotations.NullMarked;
