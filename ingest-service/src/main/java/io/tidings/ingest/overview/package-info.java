/** Says at a glance what happens, and what a person has to look at. */
@NullMarked
package io.tidings.ingest.overview;

import org.jspecify.annotations.NullMarked;
