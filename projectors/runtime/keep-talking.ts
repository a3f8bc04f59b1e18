import type { Socket } from 'node:net'
import type pg from 'pg'

/**
 * Says something over a connection now and then, and breaks it off when nothing at all has come back for too long: a wire
 * that loses everything tells neither side, and TCP would go on trying for a quarter of an hour.
 * @returns what ends it
 */
export function keepTalking(
  client: pg.Client,
  { everyMs, unansweredMs }: { everyMs: number; unansweredMs: number },
): () => void {
  let heard = -1
  let heardAt = performance.now()
  const beat = () => {
    const { stream } = client.connection
    const { bytesRead } = stream as Socket
    if (bytesRead !== heard) heardAt = performance.now()
    heard = bytesRead
    if (performance.now() - heardAt > unansweredMs) stream.destroy()
    // Whatever it is answered, both have heard each other.
    else client.query('select 1').catch(() => undefined)
  }
  const beating = setInterval(beat, everyMs)
  return () => clearInterval(beating)
}
