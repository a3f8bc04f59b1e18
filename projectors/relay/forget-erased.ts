import { streamOf } from '@recado/application/ids'
import { erasure } from '@recado/domain/erasure/erasure'
import type { PersonErased } from '@recado/domain/erasure/events'
import type { Delivered, EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Consumer, NatsConnection } from 'nats'
import { seenIn } from '../reactors/erasure/portions.ts'
import { EVENTS_STREAM, HEADERS } from './events-stream.ts'

const AT_ONCE = 1_000
const WAIT_MS = 1_000

/** Divides what is to be published so that each `PersonErased` begins a part: it follows once its person is forgotten. */
export function partsByErasure(items: readonly Delivered[]): readonly (readonly Delivered[])[] {
  const parts: Delivered[][] = [[]]
  for (const item of items) {
    if (erasedBy(item) !== null) parts.push([])
    parts.at(-1)?.push(item)
  }
  return parts
}

/** The fact by which a part begins, if a person is to be forgotten before; else null. */
export function erasedBy(item: Delivered | undefined): RecordedEvent<PersonErased> | null {
  return item?.kind === 'event' && item.type === 'PersonErased'
    ? (item.event as RecordedEvent<PersonErased>)
    : null
}

/**
 * Deletes from the stream what it holds of an erased person with content `full`: the messages of facts whose keys were
 * destroyed. May be repeated. @throws as NATS
 */
export async function forgetErased(
  connection: NatsConnection,
  store: Pick<EventStore, 'readStream'>,
  { data: { contact_id }, metadata: { account_id } }: RecordedEvent<PersonErased>,
): Promise<void> {
  const { keys } = await seenIn(store, streamOf(erasure, contact_id))
  const manager = await connection.jetstreamManager()
  const consumer = await connection.jetstream().consumers.get(EVENTS_STREAM, {
    filterSubjects: `events.${account_id}.>`,
    headers_only: true,
  })
  for await (const { seq, headers } of messagesOf(consumer))
    if (keys.has(headers?.get(HEADERS.key) ?? ''))
      await manager.streams.deleteMessage(EVENTS_STREAM, seq, true)
}

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
