import { isDeepStrictEqual } from 'node:util'
import {
  DiscardPolicy,
  type JetStreamManager,
  type NatsConnection,
  NatsError,
  nanos,
  type StoredMsg,
  type StreamInfo,
} from 'nats'
import { ForeignMessages } from './troubles.ts'

/** The stream of all facts. Only relays write to it. */
export const EVENTS_STREAM = 'EVENTS'
const EVENTS_SUBJECTS = 'events.>'

/** Headers of each message. The last one's are how far the relay is. */
export const HEADERS = {
  position: 'Recado-Position',
  event: 'Recado-Event',
  /** The replay that was begun last. */
  replay: 'Recado-Replay',
} as const

/** Where the stream stands. */
export type StreamEnd = {
  /** When the stream was made: one that was wiped and made anew is another. */
  readonly created: string
  /** The next message has the one after it. */
  readonly sequence: number
  /** The fact published last; null when the stream tells of none. */
  readonly fact: { readonly position: bigint; readonly event_id: string } | null
  readonly replay: string | null
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Ids of messages are each used once, so that nothing has to be recognised. */
const DUPLICATES_MS = 10_000
/** What other programs may have published, or an operator deleted, at the end of the stream. */
const MOST_LOOKED_AT = 1_000
const NO_STREAM = 10_059
const NO_MESSAGE = 10_037
const HEADER_BYTES = 2_048

/** An open stream. */
export type EventsStream = {
  /** Of a message's body. */
  readonly mostBytes: number
  /** Reads whether it is still the one that was opened, and its last sequence. @throws when there is none */
  standing(): Promise<Pick<StreamEnd, 'created' | 'sequence'>>
  /** Reads where it stands: what is published after that, on this sequence, follows it for certain. */
  end(): Promise<StreamEnd>
}

/**
 * Makes the stream, or keeps it for so many days. Limits that an operator has set stay, and so does the number of its
 * replicas unless one is given. A full stream refuses what is new, so that nothing in it is lost to those who read it late.
 */
export async function openEventsStream(
  connection: NatsConnection,
  { days, replicas = null }: { readonly days: number; readonly replicas?: number | null },
): Promise<EventsStream> {
  const manager = await connection.jetstreamManager()
  const config = {
    subjects: [EVENTS_SUBJECTS],
    max_age: nanos(days * DAY_MS),
    duplicate_window: nanos(DUPLICATES_MS),
    discard: DiscardPolicy.New,
    ...(replicas !== null && { num_replicas: replicas }),
  }
  const found = await manager.streams.info(EVENTS_STREAM).catch(orNone)
  const stands =
    found?.config ?? (await manager.streams.add({ name: EVENTS_STREAM, ...config })).config
  // An update writes all settings, also those that an operator changes at the same moment.
  if (!isDeepStrictEqual({ ...stands, ...config }, stands))
    await manager.streams.update(EVENTS_STREAM, config)
  const bounds = [connection.info?.max_payload, stands.max_msg_size].filter((n) => (n ?? 0) > 0)
  return {
    mostBytes: Math.min(...bounds.map(Number)) - HEADER_BYTES,
    standing: () => readStanding(manager),
    end: () => readEnd(manager),
  }
}

/** Reads where the stream stands. @throws when there is none, or NATS does not answer */
export async function readStreamEnd(connection: NatsConnection): Promise<StreamEnd> {
  return readEnd(await connection.jetstreamManager())
}

async function readStanding(manager: JetStreamManager) {
  const { created, state } = await manager.streams.info(EVENTS_STREAM)
  return { created, sequence: state.last_seq }
}

/** The sequence is read before the message: one published meanwhile makes it stale, and is never passed over. */
async function readEnd(manager: JetStreamManager): Promise<StreamEnd> {
  const { created, state } = await manager.streams.info(EVENTS_STREAM)
  const message = await lastOfOurs(manager, state)
  const sequence = state.last_seq
  if (message === null) return { created, sequence, fact: null, replay: null }
  const position = BigInt(message.header.get(HEADERS.position))
  const event_id = message.header.get(HEADERS.event)
  const replay = message.header.get(HEADERS.replay) || null
  return { created, sequence, fact: { position, event_id }, replay }
}

async function lastOfOurs(
  manager: JetStreamManager,
  { messages, first_seq, last_seq }: StreamInfo['state'],
): Promise<StoredMsg | null> {
  if (messages === 0) return null
  const least = Math.max(first_seq, last_seq - MOST_LOOKED_AT)
  for (let seq = last_seq; seq >= least; seq -= 1) {
    const message = await manager.streams.getMessage(EVENTS_STREAM, { seq }).catch(orNoMessage)
    if (message !== null && isOurs(message)) return message
  }
  throw new ForeignMessages()
}

function isOurs({ header }: StoredMsg): boolean {
  return /^\d{1,19}$/.test(header.get(HEADERS.position)) && header.get(HEADERS.event) !== ''
}

function orNone(error: unknown): null {
  return nullFor(NO_STREAM, error)
}

/** It was deleted, or has expired since; that the whole stream was is told otherwise. */
function orNoMessage(error: unknown): null {
  return nullFor(NO_MESSAGE, error)
}

function nullFor(code: number, error: unknown): null {
  if (error instanceof NatsError && error.api_error?.err_code === code) return null
  throw error
}
