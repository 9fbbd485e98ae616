/** Storage of blobs: one interface, and one store for each kind of storage. */
@NullMarked
package io.tidings.export.blob;

import org.jspecify.annotations.NullMarked;
