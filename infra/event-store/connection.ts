import { DAY_MS } from '@recado/domain/durations'
import type { RunningTime } from '../concurrency/running-time.ts'
import { NotSent } from './client-fault.ts'
import type { Dialled } from './dial.ts'
import { StoreTooOld, StoreUnavailable } from './errors.ts'
import type { Limits } from './limits.ts'
import { type MonitoredClient, monitorClient } from './monitored-client.ts'
import type { Sealing } from './sealing.ts'

/** How often the client is checked for silence, ms. */
const CHECK_MS = 250

/**
 * The client in use, replaced when its server stays silent: keepalive alone needs 20 seconds to notice that. A lost
 * or refused connection needs no replacement, because the client redials with its next call. Open one per process: the
 * client's table of pending appends is module-wide, so a broken append stream rejects the pending appends of every
 * other client too (they are retried).
 */
export type Connection = {
  readonly time: RunningTime
  /** How personal parts of facts are sealed and opened; null where facts are passed on as they are stored. */
  readonly sealing: Sealing | null
  /** The client in use, once its server's version is checked. @throws NotSent when that takes too long, StoreTooOld, StoreUnavailable */
  ready(timeoutMs: number): Promise<MonitoredClient>
  /** Added to deadlines that the server judges by its own clock, ms. */
  allowanceMs(): number
  /** Reports that the server called a deadline over that, by our clock, was not. */
  clockIsAhead(): void
  /** @throws StoreUnavailable after `close` */
  assertOpen(): void
  close(): Promise<void>
}

/** @throws when the connection string cannot be read */
export function openConnection(
  dial: () => Dialled,
  { silenceMs, replaceMs }: Pick<Limits, 'silenceMs' | 'replaceMs'>,
  time: RunningTime,
  sealing: Sealing | null,
): Connection {
  const open = () => monitorClient(dial(), time, silenceMs, replace)
  let current = open()
  let replaceAt = Number.NEGATIVE_INFINITY
  let closing: Promise<unknown> = Promise.resolve()
  let closed = false
  let allowanceMs = 0

  function replace(silent: MonitoredClient) {
    if (closed || silent !== current || time.now() < replaceAt) return
    replaceAt = time.now() + replaceMs
    current = open()
    closing = Promise.all([closing, silent.giveUp()])
  }
  function assertOpen() {
    if (closed) throw closedConnection()
  }
  const stopChecking = time.every(CHECK_MS, () => current.checkSilence())

  return {
    time,
    sealing,
    assertOpen,
    async ready(timeoutMs) {
      assertOpen()
      const used = current
      await used.check(timeoutMs).catch(notReady)
      return used
    },
    allowanceMs: () => allowanceMs,
    clockIsAhead() {
      // Larger than any difference between clocks that an operator would tolerate.
      allowanceMs = DAY_MS
    },
    async close() {
      if (closed) return
      closed = true
      stopChecking()
      await Promise.all([closing, current.giveUp()])
    },
  }
}

function notReady(error: unknown): never {
  if (error instanceof StoreTooOld) throw error
  throw new NotSent('the event store cannot be reached', error)
}

function closedConnection(): StoreUnavailable {
  return new StoreUnavailable('the connection to the event store was closed by this process', {
    outcomeUnknown: false,
  })
}
