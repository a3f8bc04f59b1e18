import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'

/** Ends one part of the process. */
export type Close = () => Promise<unknown> | unknown

/** Adds a part that was just opened, to be closed before all others. */
export type CloseFirst = (close: Close) => void

const PATIENCE_MS = 20_000

/**
 * Ends the process with its parts closed, newest first, on SIGTERM, SIGINT, an unhandled fault, or when the parent
 * that talks to it over IPC is gone. Call it before the first wait, so that a start can be ended too.
 */
export function onShutdown(log: Logger): CloseFirst {
  const closing: Close[] = []
  const grace = closeWithGrace({ delay: PATIENCE_MS, logger: false }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping after a fault nobody handled')
    else log.info({ signal }, 'stopping')
    for (const close of closing) await closeQuietly(close, log)
  })
  process.once('disconnect', () => grace.close())
  return (close) => void closing.unshift(close)
}

async function closeQuietly(close: Close, log: Logger): Promise<void> {
  try {
    await close()
  } catch (err) {
    log.warn({ err }, 'a part did not close cleanly')
  }
}
