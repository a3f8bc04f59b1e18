import { streamOf } from '@recado/application/ids'
import { erasure } from '@recado/domain/erasure/erasure'
import type {
  AccountKeysDestroyed,
  PersonErased,
  UserKeysDestroyed,
} from '@recado/domain/erasure/events'
import type { Delivered, EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Consumer, JsMsg, NatsConnection } from 'nats'
import { seenIn } from '../reactors/erasure/portions.ts'
import { EVENTS_STREAM, HEADERS } from './events-stream.ts'

const AT_ONCE = 1_000
const WAIT_MS = 1_000

/** Facts that end an erasure. */
type EndOfErasure = PersonErased | UserKeysDestroyed | AccountKeysDestroyed

const ENDS: ReadonlySet<string> = new Set<EndOfErasure['type']>([
  ...(['PersonErased', 'UserKeysDestroyed', 'AccountKeysDestroyed'] as const),
])

/** Divides what is to be published so that each end of an erasure begins a part: it follows once all is forgotten. */
export function partsByErasure(items: readonly Delivered[]): readonly (readonly Delivered[])[] {
  const parts: Delivered[][] = [[]]
  for (const item of items) {
    if (erasedBy(item) !== null) parts.push([])
    parts.at(-1)?.push(item)
  }
  return parts
}

/** The fact by which a part begins, if something is to be forgotten before; else null. */
export function erasedBy(item: Delivered | undefined): RecordedEvent<EndOfErasure> | null {
  return item?.kind === 'event' && ENDS.has(item.type)
    ? (item.event as RecordedEvent<EndOfErasure>)
    : null
}

type Store = Pick<EventStore, 'readStream'>

/**
 * Deletes from the stream what it holds of an erased person, user or account with content `full`: the messages of facts
 * whose keys were destroyed. May be repeated. @throws as NATS
 */
export async function forgetErased(
  connection: NatsConnection,
  store: Store,
  erased: RecordedEvent<EndOfErasure>,
): Promise<void> {
  const isErased = await erasedIn(store, erased)
  const manager = await connection.jetstreamManager()
  const consumer = await connection.jetstream().consumers.get(EVENTS_STREAM, {
    filterSubjects: `events.${erased.metadata.account_id}.>`,
    // The facts of a user are few, and their bodies say whose they are.
    headers_only: erased.type !== 'UserKeysDestroyed',
  })
  for await (const message of messagesOf(consumer))
    if ((message.headers?.get(HEADERS.key) ?? '') !== '' && isErased(message))
      await manager.streams.deleteMessage(EVENTS_STREAM, message.seq, true)
}

/** Tells of a message with personal fields whether they are erased. */
async function erasedIn(
  store: Store,
  { type, data }: RecordedEvent<EndOfErasure>,
): Promise<(message: JsMsg) => boolean> {
  switch (type) {
    case 'PersonErased': {
      const { keys } = await seenIn(store, streamOf(erasure, data.contact_id))
      return ({ headers }) => keys.has(headers?.get(HEADERS.key) ?? '')
    }
    case 'UserKeysDestroyed':
      return ({ subject, data: body }) =>
        OF_USERS.test(subject) && Buffer.from(body).includes(data.user_id)
    case 'AccountKeysDestroyed':
      return () => true
  }
}

/** Subjects of the facts about users; others name a user as who did something. */
const OF_USERS = /^events\.[^.]+\.(user|userSession)\./

/** All that the stream has until now. */
async function* messagesOf(consumer: Consumer) {
  for (let pending = Number.POSITIVE_INFINITY; pending > 0; ) {
    const before = pending
    pending = 0
    const messages = await consumer.fetch({ max_messages: AT_ONCE, expires: WAIT_MS })
    for await (const message of messages) {
      yield message
      pending = Math.min(before, message.info.pending)
      if (pending === 0) break
    }
  }
}
