import type { Fact } from '@recado/domain/decision'
import type { EventStore, NewEvent } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { uuidOf } from '@recado/infra/uuid-v5'
import { startStore } from '../../kit/event-store.ts'

const NAMESPACE = '0d7c7d2e-5b1c-4c55-9a64-0f3c9d2b9901'

/** Appends to the end of a stream. @returns the position of the last fact */
export type AddFacts = (
  stream: string,
  facts: readonly Fact[],
  at?: string,
  account?: string | null,
) => Promise<bigint>

/** The log of one test file; it appends facts as the product would, with ids of their own. */
export type SeededLog = {
  readonly url: string
  readonly store: EventStore
  readonly add: AddFacts
  stop(): Promise<void>
}

export async function seededLog(name: string): Promise<SeededLog> {
  const mode = process.env.RECADO_STORE === 'hostile' ? 'hostile' : 'friendly'
  const server = await startStore(name, { mode })
  const { store } = connectEventStore(server.url, { appendDeadlineMs: 60_000 })
  return {
    url: server.url,
    store,
    add: addingTo(store),
    async stop() {
      await store.close()
      await server.stop()
    },
  }
}

/** Appends to streams that nothing else appends to. */
export function addingTo(store: EventStore): AddFacts {
  const heads = new Map<string, bigint>()
  return async (stream, facts, at = '2026-01-05T09:00:00.000Z', account = null) => {
    const head = heads.get(stream)
    const first = head === undefined ? 0n : head + 1n
    const events = facts.map((fact, i) => eventOf(stream, first + BigInt(i), fact, at, account))
    const { revision, position } = await store.append(stream, head ?? 'no_stream', events)
    heads.set(stream, revision)
    return position
  }
}

function eventOf(
  stream: string,
  revision: bigint,
  fact: Fact,
  recorded_at: string,
  account_id: string | null,
): NewEvent {
  const id = uuidOf(NAMESPACE, stream, String(revision))
  return {
    ...fact,
    id,
    metadata: {
      account_id,
      actor: { type: 'system', id: 'seed' },
      $correlationId: id,
      $causationId: id,
      recorded_at,
      schema_version: 1,
      request_id: null,
    },
  }
}
