/** The beginnings of failed responses, for people: read, masked and escaped (B-TIME-1, B-TIME-3). */
@NullMarked
package io.tidings.worker.excerpt;

import org.jspecify.annotations.NullMarked;
