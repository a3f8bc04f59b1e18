import type { Socket } from 'node:net'
import type pg from 'pg'

/**
 * Sends a query over a connection at intervals, and closes the connection when nothing has come back for too long: a
 * network that drops everything tells neither side, and TCP would retry for a quarter of an hour.
 * @returns a function that stops it
 */
export function keepTalking(
  client: pg.Client,
  { everyMs, unansweredMs }: { everyMs: number; unansweredMs: number },
): () => void {
  let bytesHeard = -1
  let heardAt = performance.now()
  const beat = () => {
    const { stream } = client.connection
    const { bytesRead } = stream as Socket
    if (bytesRead !== bytesHeard) heardAt = performance.now()
    bytesHeard = bytesRead
    if (performance.now() - heardAt > unansweredMs) stream.destroy()
    // Any answer, even an error, shows both sides that the connection works.
    else client.query('select 1').catch(() => undefined)
  }
  const beating = setInterval(beat, everyMs)
  return () => clearInterval(beating)
}
