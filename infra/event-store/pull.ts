import type { Readable } from 'node:stream'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { GivenUp } from './client-fault.ts'
import type { Connection } from './connection.ts'

/** Wakes whoever waits. A notification without a waiter is kept for the next one. */
export type WakeSignal = {
  notify(): void
  wait(): Promise<void>
}

export function wakeSignal(): WakeSignal {
  let isNotified = false
  let wake: (() => void) | undefined
  return {
    notify() {
      isNotified = true
      wake?.()
    },
    async wait() {
      if (!isNotified) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      wake = undefined
      isNotified = false
    },
  }
}

export type StreamEnd = { isOver: boolean; error: unknown }

/** Notifies when the stream has something to read or has ended. Its error listener is never removed. */
export function watchStream(stream: Readable, wakeup: WakeSignal): StreamEnd {
  const ending: StreamEnd = { isOver: false, error: undefined }
  const finish = (error?: unknown) => {
    ending.isOver = true
    ending.error ??= error
    wakeup.notify()
  }
  stream.on('readable', wakeup.notify)
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
  const monitored = await connection.ready(timeoutMs)
  const stream = open(monitored.client)
  const wakeup = wakeSignal()
  const ending = watchStream(stream, wakeup)
  try {
    for (;;) {
      const item: T | null = stream.read()
      if (item !== null) {
        monitored.noteAnswer()
        yield item
        continue
      }
      if (ending.isOver && monitored.isGivenUp()) throw new GivenUp()
      if (ending.error) throw ending.error
      if (ending.isOver) break
      await monitored.wait(timeoutMs, wakeup.wait())
    }
    monitored.noteAnswer()
  } catch (error) {
    monitored.reportFailedCall(error)
    throw error
  } finally {
    if (!ending.isOver) drainCancelled(stream, stream.cancel())
  }
}
