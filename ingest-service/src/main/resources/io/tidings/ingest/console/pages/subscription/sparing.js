/** Repetition that spares the server. */

const SHARE = 50;

/**
 * Returns a task to repeat that does nothing for a while after it took long, so that it keeps the server busy for a
 * fiftieth of the time at most. Some lists are long: the server looks through 50,000 attempts to find a failure.
 *
 * @param {(signal: AbortSignal) => Promise<void>} task
 * @param {() => number} now in milliseconds
 */
export function sparing(task, now = () => performance.now()) {
  let next = 0;
  return {
    async run(signal) {
      if (now() < next) {
        return;
      }
      const began = now();
      try {
        await task(signal);
      } finally {
        next = now() + SHARE * (now() - began);
      }
    },
    /** The next run does not wait. */
    hurry() {
      next = 0;
    },
  };
}
