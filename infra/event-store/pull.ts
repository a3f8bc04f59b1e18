import type { Readable } from 'node:stream'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { heed } from './ask.ts'
import { NoAnswer, NotSent } from './client-fault.ts'
import type { Connection } from './connection.ts'

/** Wakes its waiter; a ring without a waiter wakes the next one. */
export type Bell = {
  ring(): void
  /** True when it rang, false when `timeoutMs` passed first. */
  wait(timeoutMs?: number): Promise<boolean>
}

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

export type Ending = { over: boolean; error: unknown }

/** Rings when the stream has something to read or has ended. Its error listener is never removed. */
export function watch(stream: Readable, wakeup: Bell): Ending {
  const ending: Ending = { over: false, error: undefined }
  const finish = (error?: unknown) => {
    ending.over = true
    ending.error ??= error
    wakeup.ring()
  }
  stream.on('readable', wakeup.ring)
  stream.on('end', () => finish())
  stream.on('close', () => finish())
  stream.on('error', finish)
  return ending
}

/** Reads a cancelled stream to its end: a destroyed or abandoned one never finishes, and `dispose` waits for it. */
export function drainCancelled(stream: Readable, cancelled: Promise<void>): void {
  cancelled.catch(() => undefined)
  stream.removeAllListeners('readable')
  stream.resume()
}

/**
 * Yields what a read of the client yields, in order. Unlike the client's own iteration it gives up on a silent
 * server, and does not take a replaced connection for the end of the read.
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
  const wakeup = bell()
  const ending = watch(stream, wakeup)
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
    const noLongerWaiting = connection.waiting()
    const rang = await wakeup.wait(timeoutMs)
    noLongerWaiting()
    if (!rang) throw new NoAnswer(timeoutMs)
  }
}
