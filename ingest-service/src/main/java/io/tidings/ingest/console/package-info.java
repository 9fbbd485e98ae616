/** The console: the files of the pages that a browser loads. The pages use the HTTP interface as every client does. */
@NullMarked
package io.tidings.ingest.console;

import org.jspecify.annotations.NullMarked;
