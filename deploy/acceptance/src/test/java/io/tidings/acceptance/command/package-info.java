/** The command {@code tidings} and the scripts that start programs, as a person calls them. */
package io.tidings.acceptance.command;
