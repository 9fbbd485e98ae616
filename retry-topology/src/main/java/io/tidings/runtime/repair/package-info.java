/** Sessions with the brokers that are opened anew when they are lost, instead of ending the program. */
@NullMarked
package io.tidings.runtime.repair;

import org.jspecify.annotations.NullMarked;
