import type { Readable } from 'node:stream'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { GivenUp } from './client-fault.ts'
import type { Connection } from './connection.ts'

/** Wakes its waiter; a ring without a waiter wakes the next one. */
export type Bell = {
  ring(): void
  wait(): Promise<void>
}

export function bell(): Bell {
  let rung = false
  let wake: (() => void) | undefined
  return {
    ring() {
      rung = true
      wake?.()
    },
    async wait() {
      if (!rung) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      wake = undefined
      rung = false
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
 * @throws NoAnswer, GivenUp, NotSent, or the client's error
 */
export async function* pull<T>(
  connection: Connection,
  timeoutMs: number,
  open: (client: EventStoreDBClient) => Readable & { cancel(): Promise<void> },
): AsyncGenerator<T, void, void> {
  const line = await connection.ready(timeoutMs)
  const stream = open(line.client)
  const wakeup = bell()
  const ending = watch(stream, wakeup)
  try {
    for (;;) {
      const item: T | null = stream.read()
      if (item !== null) {
        line.heard()
        yield item
        continue
      }
      if (ending.over && line.isGivenUp()) throw new GivenUp()
      if (ending.error) throw ending.error
      if (ending.over) break
      await line.wait(timeoutMs, wakeup.wait())
    }
    line.heard()
  } catch (error) {
    line.reportFailedCall(error)
    throw error
  } finally {
    if (!ending.over) drainCancelled(stream, stream.cancel())
  }
}
