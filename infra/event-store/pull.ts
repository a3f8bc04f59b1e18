import type { Readable } from 'node:stream'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { heed } from './ask.ts'
import { NoAnswer, NotSent } from './client-fault.ts'
import type { Connection } from './connection.ts'

/** Rings for whoever waits, or for the next one who does. */
export type Bell = {
  ring(): void
  /** True when it rang, false when `timeoutMs` passed first. */
  wait(timeoutMs?: number): Promise<boolean>
}

/** A bell for one waiter. */
export function bell(): Bell {
  let rung = false
  let wake: (() => void) | undefined
  return {
    ring() {
      rung = true
      wake?.()
    },
    async wait(timeoutMs) {
      let timer: NodeJS.Timeout | undefined
      if (!rung) {
        await new Promise<void>((resolve) => {
          wake = resolve
          if (timeoutMs !== undefined) timer = setTimeout(resolve, timeoutMs)
        })
      }
      clearTimeout(timer)
      wake = undefined
      const answer = rung
      rung = false
      return answer
    },
  }
}

/** How a stream of the client has ended, if it has. */
export type Ending = { over: boolean; error: unknown }

/** Rings when the stream has something to read, or is over. Its error listener stays for ever. */
export function watch(stream: Readable, news: Bell): Ending {
  const ending: Ending = { over: false, error: undefined }
  const finish = (error?: unknown) => {
    ending.over = true
    ending.error ??= error
    news.ring()
  }
  stream.on('readable', news.ring)
  stream.on('end', () => finish())
  stream.on('close', () => finish())
  stream.on('error', finish)
  return ending
}

/**
 * Lets a cancelled stream run dry. Destroyed or just left alone, it would never finish for the client, which
 * keeps every unfinished stream and waits for them all when it is disposed of.
 */
export function drainCancelled(stream: Readable, cancelled: Promise<void>): void {
  cancelled.catch(() => undefined)
  stream.removeAllListeners('readable')
  stream.resume()
}

/**
 * What a read of the client yields, in order. Unlike the client's own iteration it gives up on a server that
 * stays silent, and never takes a connection that we replaced for the end of the read.
 * @throws NoAnswer, or the client's error
 */
export async function* pull<T>(
  connection: Connection,
  timeoutMs: number,
  open: (client: EventStoreDBClient) => Readable & { cancel(): Promise<void> },
): AsyncGenerator<T, void, void> {
  let since = performance.now()
  const client = await connection.ready(timeoutMs)
  const stream = open(client)
  const news = bell()
  const ending = watch(stream, news)
  try {
    for (;;) {
      const item: T | null = stream.read()
      if (item !== null) {
        connection.answered()
        yield item
        continue
      }
      if (ending.error) throw ending.error
      if (ending.over && !connection.uses(client)) throw new NotSent('its connection was replaced')
      if (ending.over) break
      since = performance.now()
      await wait()
    }
    connection.answered()
  } catch (error) {
    heed(connection, error, since)
    throw error
  } finally {
    if (!ending.over) drainCancelled(stream, stream.cancel())
  }

  async function wait() {
    const answered = connection.waiting()
    const came = await news.wait(timeoutMs)
    answered()
    if (!came) throw new NoAnswer(timeoutMs)
  }
}
