import { isDeepStrictEqual } from 'node:util'
import { DAY_MS } from '@recado/domain/durations'
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

/** Headers of each message. Those of the last message are the relay's checkpoint. */
export const HEADERS = {
  position: 'Recado-Position',
  event: 'Recado-Event',
  replay: 'Recado-Replay',
  /** With content `full`: the name of the key whose destruction erases the message too. */
  key: 'Recado-Key',
} as const

export type StreamEnd = {
  /** When the stream was created: a stream that was deleted and created again differs here. */
  readonly created: string
  readonly sequence: number
  readonly fact: { readonly position: bigint; readonly event_id: string } | null
  readonly replay: string | null
}

/** Message ids are used only once, so no duplicates have to be recognised. */
const DUPLICATES_MS = 10_000
/** Messages of other programs, or deleted ones, that may be skipped at the end of the stream. */
const MAX_EXAMINED = 1_000
const NO_STREAM = 10_059
const NO_MESSAGE = 10_037
const HEADER_BYTES = 2_048

export type EventsStream = {
  readonly mostBytes: number
  /** Reads when the stream was created, and its last sequence. @throws when there is none */
  standing(): Promise<Pick<StreamEnd, 'created' | 'sequence'>>
  /** Reads the end of the stream: a message that names its sequence directly follows it. */
  end(): Promise<StreamEnd>
}

/**
 * Creates the stream, or sets how many days it keeps. Limits that an operator has set stay, and so does the number of
 * replicas unless one is given. A full stream refuses new messages, so that late readers lose nothing.
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
  // Updates only on a difference: an update writes all settings, also those that an operator changes at that moment.
  if (!isDeepStrictEqual({ ...stands, ...config }, stands))
    await manager.streams.update(EVENTS_STREAM, config)
  const bounds = [connection.info?.max_payload, stands.max_msg_size].filter((n) => (n ?? 0) > 0)
  return {
    mostBytes: Math.min(...bounds.map(Number)) - HEADER_BYTES,
    standing: () => readStanding(manager),
    end: () => readEnd(manager),
  }
}

/** Reads the end of the stream. @throws when there is none, or NATS does not answer */
export async function readStreamEnd(connection: NatsConnection): Promise<StreamEnd> {
  return readEnd(await connection.jetstreamManager())
}

async function readStanding(manager: JetStreamManager) {
  const { created, state } = await manager.streams.info(EVENTS_STREAM)
  return { created, sequence: state.last_seq }
}

/** Reads the sequence before the message: one published meanwhile makes the sequence stale, and is not skipped. */
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
  const least = Math.max(first_seq, last_seq - MAX_EXAMINED)
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

/** The message was deleted or has expired. A missing stream has another code. */
function orNoMessage(error: unknown): null {
  return nullFor(NO_MESSAGE, error)
}

function nullFor(code: number, error: unknown): null {
  if (error instanceof NatsError && error.api_error?.err_code === code) return null
  throw error
}
