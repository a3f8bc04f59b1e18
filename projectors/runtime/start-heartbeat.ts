import type { Socket } from 'node:net'
import type pg from 'pg'

/** Queries a connection at intervals and closes it when nothing comes back: TCP would retry for a quarter of an hour. */
export function startHeartbeat(
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
