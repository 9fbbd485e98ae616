/** The four programs as processes: started, supervised, killed, and started again. */
@NullMarked
package io.tidings.chaos.service;

import org.jspecify.annotations.NullMarked;
