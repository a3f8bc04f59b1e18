import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'

/** Ends one part of the process. */
export type Close = () => Promise<unknown> | unknown

const PATIENCE_MS = 20_000

/**
 * Ends the process with its parts closed in the order given, on SIGTERM, SIGINT, an unhandled fault, or when the
 * parent that talks to it over IPC is gone. Call it before the first wait, so that a start can be ended too.
 * @returns adds a part opened later, to be closed before all others
 */
export function onShutdown(log: Logger, ...parts: readonly Close[]): (first: Close) => void {
  const closing = [...parts]
  const grace = closeWithGrace({ delay: PATIENCE_MS, logger: false }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping after a fault nobody handled')
    else log.info({ signal }, 'stopping')
    for (const close of closing) await closeQuietly(close, log)
  })
  process.once('disconnect', () => grace.close())
  return (first) => void closing.unshift(first)
}

async function closeQuietly(close: Close, log: Logger): Promise<void> {
  try {
    await close()
  } catch (err) {
    log.warn({ err }, 'a part did not close cleanly')
  }
}
