/**
 * Calls `stop` at the first SIGINT or SIGTERM, and exits when it is done: with 0, or with 1 when it failed.
 * A second signal calls `forced` and exits at once with 1; children then end by themselves.
 */
export function onInterrupt(
  stop: (signal: NodeJS.Signals) => Promise<void>,
  forced: () => void = () => undefined,
): void {
  let stopping = false
  const interrupted = (signal: NodeJS.Signals): void => {
    if (stopping) {
      forced()
      process.exit(1)
    }
    stopping = true
    stop(signal).then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', interrupted)
  process.on('SIGTERM', interrupted)
}
