import { createHmac } from 'node:crypto'
import type { Finding } from '@recado/application/audit/finding'
import { arrivalId } from '@recado/application/ids'
import type { RawEvent } from '@recado/application/intake/raw-event'
import type { NewEvent, RecordedEvent } from '@recado/infra/event-store/event-store'
import { sha256Hex } from '@recado/infra/sha256'
import { runAudit } from '@recado/tools/audit/audit'
import type { AuditOptions } from '@recado/tools/audit/options'
import type { ToolServices } from '@recado/tools/services'
import { connectionRegistered } from '../../examples/connection.ts'
import { PERSON_IDS } from '../../kit/person-ids.ts'
import { freshRecorder } from '../../projectors/intake/recorder-kit.ts'
import { readLog } from '../../tools/read-log.ts'
import { scheduledStore } from '../contacts/scheduled-store.ts'
import type { Post } from './happenings.ts'

const ACCOUNT = '00000000-0000-4000-8000-0000000000aa'
const CONNECTIONS = {
  official: '00000000-0000-4000-8000-000000000001',
  freemium: '00000000-0000-4000-8000-000000000002',
} as const
const SECRET = 'secret'
const RECEIVED_AT = '2026-01-01T00:00:05.000Z'

type Source = keyof typeof CONNECTIONS

/** The log of two numbers in memory, with the posts about them and what intake records of these. */
export async function logOfTwoNumbers() {
  const { store, log } = scheduledStore(async () => undefined)
  let last = 0
  const newId = () => `00000000-0000-4000-9000-${String(++last).padStart(12, '0')}`
  let ms = Date.parse('2026-01-01T00:00:06.000Z')
  const now = () => new Date(++ms)
  const end = async (stream: string) => (await store.readLast(stream))?.revision ?? 'no_stream'
  const plain = {
    ...store,
    // As on the wire.
    append: (...[stream, at, events]: Parameters<typeof store.append>) =>
      store.append(stream, at, JSON.parse(JSON.stringify(events))),
  }
  for (const type of ['official', 'freemium'] as const) {
    const connection_id = CONNECTIONS[type]
    const data = { ...connectionRegistered.data, account_id: ACCOUNT, connection_id, type }
    const registered = { ...connectionRegistered, data }
    const stream = `connection-${connection_id}`
    await plain.append(stream, 'no_stream', [factOf(newId(), registered, 'operator')])
  }
  return {
    log,
    /** Stores a post, as the hook does. A repeat of a provider has an id of its own. */
    async receive({ source, event, body }: Post): Promise<RawEvent> {
      const text = JSON.stringify(body)
      const connection_id = CONNECTIONS[source]
      const data = {
        ...{ connection_id, source, event, payload: body, body: text },
        ...{ signature: signatureOf(source, text), body_sha256: sha256Hex(text) },
        received_at: RECEIVED_AT,
      }
      const id = newId()
      const stream = `providerEvent-${connection_id}.20260101`
      const fact = factOf(id, { type: 'ProviderEventReceived', data }, 'provider', connection_id)
      await plain.append(stream, await end(stream), [fact])
      return (await store.readLast(stream)) as RawEvent
    },
    /** Notes that a raw event has come after its person was erased, as intake does instead of recording it. */
    async noteArrival({ id, position }: RawEvent, contact_id: string): Promise<void> {
      const [event_id, arrived_at] = [id, RECEIVED_AT]
      const data = { contact_id, event_id, position: String(position), arrived_at }
      const stream = `erasure-${arrivalId({ contact_id, event_id })}`
      const fact = { type: 'PersonalDataArrived', data }
      const arrived = factOf(newId(), fact, 'operator')
      await plain.append(stream, await end(stream), [arrived])
    },
    /** Starts a process that records raw events. */
    recorder: () => freshRecorder(plain, { now }),
  }
}

function factOf(
  id: string,
  fact: { readonly type: string; readonly data: object },
  actor: 'operator' | 'provider',
  actorId = 'test',
): NewEvent {
  const metadata = {
    account_id: ACCOUNT,
    actor: { type: actor, id: actorId },
    ...{ $correlationId: id, $causationId: id, recorded_at: RECEIVED_AT },
    ...{ schema_version: 1, request_id: null },
  }
  return { ...fact, id, metadata }
}

function signatureOf(source: Source, text: string): string {
  return source === 'official'
    ? `sha256=${createHmac('sha256', SECRET).update(text).digest('hex')}`
    : createHmac('sha512', SECRET).update(text).digest('hex')
}

const WHOLE: AuditOptions = {
  from: null,
  to: null,
  connection: null,
  strict: false,
  resume: null,
  seals: null,
}

/** What an audit finds in a log, whose read models know nothing and have passed everything. */
export async function findingsOf(log: readonly RecordedEvent[]): Promise<readonly Finding[]> {
  const progress = { position: null, totals: { events: 0, differences: 0, unprovable: 0 } }
  const ignore = async () => undefined
  const found: Finding[] = []
  const services = {
    store: readLog(log),
    pool: { query: async () => ({ rows: [{ position: Number.MAX_SAFE_INTEGER }] }) },
    vault: { get: async () => SECRET },
    config: { WHATSAPP_APP_SECRET: null, WAHA_HMAC_KEY: SECRET },
    personIds: PERSON_IDS,
  } as unknown as ToolServices
  await runAudit({
    services,
    options: WHOLE,
    resume: { progress, save: ignore, forget: ignore },
    console: {
      print: async (line: string) => void found.push(JSON.parse(line)),
      note: () => undefined,
    },
    signal: new AbortController().signal,
  })
  return found
}
