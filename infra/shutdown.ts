import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'

export type Close = () => Promise<unknown> | unknown

/** Registers a part that was just opened, to be closed before all others. */
export type CloseFirst = (close: Close) => void

const MAX_CLOSE_MS = 20_000

/** Closes parts newest first on SIGTERM, SIGINT, a fault or a lost IPC parent. Call it before the first wait. */
export function onShutdown(log: Logger): CloseFirst {
  const closing: Close[] = []
  const grace = closeWithGrace({ delay: MAX_CLOSE_MS, logger: false }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping after an unhandled error')
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
    log.warn({ err }, 'closing a part of the process failed')
  }
}
