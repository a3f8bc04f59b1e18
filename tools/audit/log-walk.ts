import {
  differenceFinding,
  type Finding,
  unprovableFinding,
} from '@recado/application/audit/finding'
import type { StreamReader } from '@recado/application/audit/stream-reader'
import { categoryOf } from '@recado/application/facts/category'
import { idOf } from '@recado/application/ids'
import {
  AGGREGATE_CATEGORIES,
  type AggregateCategory,
  JOURNAL_CATEGORIES,
} from '@recado/domain/category'
import { StreamDeleted } from '@recado/infra/event-store/errors'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { LRUCache } from 'lru-cache'
import { aggregateOf } from './aggregates.ts'
import { isOfIntake } from './intake-facts.ts'
import type { LogIndex } from './log-index.ts'
import { mayHaveLostDelivery } from './lost-to-retention.ts'
import type { SchemaCheck } from './schema-check.ts'

type Seen = { readonly revision: bigint; readonly state: unknown }

const MAX_REMEMBERED_STREAMS = 50_000
const STREAM_PREFIXES = [...AGGREGATE_CATEGORIES, ...JOURNAL_CATEGORIES].map((name) => `${name}-`)

type Deps = {
  readonly store: Pick<EventStore, 'readStream'>
  readonly streams: StreamReader
  readonly index: LogIndex
  readonly schemaFault: SchemaCheck
}

/** Checks each event, in log order: no gap before it in its stream, data as in its schema, and a cause that exists. */
export function logWalk(deps: Deps): (event: RecordedEvent) => Promise<readonly Finding[]> {
  const streams = new LRUCache<string, Seen>({ max: MAX_REMEMBERED_STREAMS })
  return async (event) => {
    const fault = envelopeFault(event) ?? deps.schemaFault(event) ?? placeFault(event)
    if (fault !== null) return [differenceFinding(event, 'fact_unreadable', fault)]
    const before = streams.get(event.stream) ?? (await readStreamBefore(deps, event))
    // A store may deliver an event twice.
    if (before.revision >= event.revision) return []
    const read = stateAfter(before, event)
    streams.set(event.stream, { revision: event.revision, state: read.state })
    return [...gapBefore(before, event), ...read.faults, ...(await checkCause(deps, event))]
  }
}

function envelopeFault({ stream, metadata }: RecordedEvent): string | null {
  if (!STREAM_PREFIXES.some((prefix) => stream.startsWith(prefix)))
    return `no part of Recado writes to streams such as ${stream}`
  const { $causationId, $correlationId, recorded_at, actor } = metadata
  const texts = [$causationId, $correlationId, recorded_at, actor?.id]
  return texts.some((text) => typeof text !== 'string') ? 'its metadata lacks fields' : null
}

/** The field that has the id of a fact's stream, by category, where raw events lead to facts. Others have other streams. */
const OWN_IDS = new Map(
  Object.entries({
    connection: 'connection_id',
    contact: 'contact_id',
    conversation: 'conversation_id',
    importedMessage: 'message_id',
    message: 'message_id',
  } satisfies Partial<Record<AggregateCategory, string>>),
)

/** A fact that names another thing than its stream was moved here. */
function placeFault({ stream, data }: RecordedEvent): string | null {
  const field = OWN_IDS.get(categoryOf(stream))
  if (field === undefined || !Object.hasOwn(data, field)) return null
  return Reflect.get(data, field) === idOf(stream) ? null : `its ${field} is not that of its stream`
}

/** What a stream holds before an event. Nothing counts as missing from a deleted stream. */
async function readStreamBefore(
  { store }: Deps,
  { stream, revision }: RecordedEvent,
): Promise<Seen> {
  const aggregate = aggregateOf(categoryOf(stream))
  let state = aggregate?.initialState
  let last = -1n
  if (revision === 0n) return { revision: last, state }
  const from = aggregate === undefined ? revision - 1n : 0n
  let isReached = false
  try {
    for await (const event of store.readStream(stream, from)) {
      isReached = event.revision >= revision
      if (isReached) break
      last = event.revision
      state = stateAfter({ revision: -1n, state }, event).state
    }
  } catch (error) {
    if (!(error instanceof StreamDeleted)) throw error
  }
  return { revision: isReached ? last : revision - 1n, state }
}

function gapBefore({ revision }: Seen, event: RecordedEvent): readonly Finding[] {
  if (revision === event.revision - 1n) return []
  const lost = `${revision + 1n} to ${event.revision - 1n}`
  return [differenceFinding(event, 'revision_gap', `revisions ${lost} of its stream are missing`)]
}

function stateAfter({ state }: Seen, event: RecordedEvent) {
  const aggregate = aggregateOf(categoryOf(event.stream))
  if (aggregate === undefined) return { state, faults: [] }
  try {
    const next = aggregate.evolve(state, event)
    if (next !== undefined) return { state: next, faults: [] }
  } catch {
    // Reported below.
  }
  const detail = `${aggregate.category} cannot read its ${event.type}`
  return { state, faults: [differenceFinding(event, 'fact_unreadable', detail)] }
}

/** A fact's cause is its request, the beginning of its chain, or an event. `checkIntakeFact` checks facts of intake. */
async function checkCause(
  { index, streams }: Deps,
  event: RecordedEvent,
): Promise<readonly Finding[]> {
  const { $causationId: cause, $correlationId: chain, request_id } = event.metadata
  if (isOfIntake(event) || cause === request_id || cause === chain) return []
  const { delivery_id } = event.data as { delivery_id?: unknown }
  const position =
    typeof delivery_id === 'string' ? await index.positionOfDelivery(delivery_id) : null
  if (await index.has(cause, position)) return []
  if (position === null && (await mayHaveLostDelivery(streams, event)))
    return [
      unprovableFinding(
        event,
        'kept_no_longer',
        `its cause ${cause} may have been deleted by retention`,
      ),
    ]
  return [
    differenceFinding(
      event,
      'cause_missing',
      `its cause ${cause} is neither an event nor a request`,
    ),
  ]
}
