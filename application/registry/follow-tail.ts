import {
  type EventStore,
  logFieldsOf,
  type RecordedEvent,
} from '@recado/infra/event-store/event-store'
import type { Logger } from '@recado/infra/logger'
import { applyFact, REGISTRY_STREAMS, type RegistryFact } from './apply-fact.ts'
import type { Entries } from './entries.ts'
import type { Snapshot } from './load-snapshot.ts'
import { sameLogCheck } from './same-log.ts'
import type { Waiters } from './waiters.ts'

export type Tail = {
  readonly store: Pick<EventStore, 'subscribe' | 'readAll'>
  readonly log: Logger
  readonly entries: Entries
  readonly waiting: Pick<Waiters, 'advance'>
  /** What the entries already include; null for nothing. */
  readonly snapshot: Snapshot | null
  readonly signal: AbortSignal
}

/**
 * Applies the log to the entries until the signal aborts.
 * @returns `caughtUp`, and `ended`, which rejects when the log cannot be followed or is another one
 */
export function followTail(tail: Tail): { caughtUp: Promise<void>; ended: Promise<void> } {
  let markCaughtUp = () => {}
  const caughtUp = new Promise<void>((resolve) => {
    markCaughtUp = resolve
  })
  return { caughtUp, ended: applyTail(tail, markCaughtUp) }
}

async function applyTail(tail: Tail, onCaughtUp: () => void): Promise<void> {
  const { store, log, entries, waiting, snapshot, signal } = tail
  const sameLog = sameLogCheck(
    store,
    snapshot && { id: snapshot.eventId, position: snapshot.eventPosition },
  )
  const from = snapshot?.position ?? 'start'
  const filter = { streamPrefixes: REGISTRY_STREAMS }
  const onReconnect = (err: unknown) => {
    log.warn(
      { err },
      'the registry has lost the log, and may lack recent changes until it reconnects',
    )
    sameLog.noteReconnect()
  }
  for await (const item of store.subscribe({ from, filter, signal, onReconnect })) {
    await sameLog.check()
    if (item.kind === 'caught_up') {
      onCaughtUp()
      continue
    }
    if (item.kind === 'event') {
      apply(entries, item.event, log)
      sameLog.noteEvent(item.event)
    }
    waiting.advance(item.position)
  }
}

/** Skips a fact that fails: it must not stop later ones, such as the revocation of a key. */
function apply(entries: Entries, event: RecordedEvent, log: Logger): void {
  try {
    applyFact(entries, event as unknown as RegistryFact)
  } catch (err) {
    log.error({ err, type: event.type, ...logFieldsOf(event) }, 'the registry skips a fact')
  }
}
