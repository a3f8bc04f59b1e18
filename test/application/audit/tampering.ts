import { categoryOf } from '@recado/application/facts/category'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { sha256Hex } from '@recado/infra/sha256'
import { isOfIntake } from '@recado/tools/audit/intake-facts'

type Log = readonly RecordedEvent[]
type Json = Record<string, unknown>

/** A change of a log by somebody who can write to its storage, and to which events it can be done. */
export type Tampering = {
  readonly fits: (event: RecordedEvent, log: Log) => boolean
  /** @param at a random number */
  readonly change: (event: RecordedEvent, log: Log, at: number) => Log
}

/** An id that no event has. */
const NOTHING = 'ffffffff-ffff-4fff-bfff-ffffffffffff'

/** What an audit without seals finds. Each is done to one event. */
export const TAMPERINGS = {
  'another character in a body': {
    fits: isRaw,
    change: (event, log, at) =>
      withData(log, event, { body: withOther(String(dataOf(event).body), at) }),
  },
  'another digit in a signature': {
    fits: isRaw,
    change: (event, log, at) => {
      const signature = String(dataOf(event).signature)
      const begin = signature.length - 64
      const digits = withOther(signature.slice(begin), at)
      return withData(log, event, { signature: signature.slice(0, begin) + digits })
    },
  },
  'a forged body with its hash': {
    fits: isRaw,
    change: (event, log) => {
      const body = `${dataOf(event).body} `
      return withData(log, event, { body, body_sha256: sha256Hex(body) })
    },
  },
  'another value in what a raw event says': {
    fits: isRaw,
    change: (event, log, at) =>
      withData(log, event, { payload: withOtherLeaf(dataOf(event).payload, at) }),
  },
  'another value in what a fact says that a provider reported': {
    fits: (event) => isOfIntake(event) && 'intent' in event.data,
    change: (event, log, at) =>
      withData(log, event, { intent: withOtherLeaf(dataOf(event).intent, at) }),
  },
  'another id of a fact': {
    fits: isOfIntake,
    change: (event, log, at) => replaced(log, event, { id: withOther(event.id, at) }),
  },
  'another cause of an event': {
    fits: () => true,
    change: (event, log) => {
      const metadata = { ...event.metadata, $causationId: NOTHING }
      return replaced(log, event, { metadata })
    },
  },
  'another type of an event': {
    fits: () => true,
    change: (event, log) => replaced(log, event, { type: 'AccountOpened' }),
  },
  'a reading that does not exist yet': {
    fits: isOfIntake,
    change: (event, log) => {
      const metadata = { ...event.metadata, translation_version: 9_999 }
      return replaced(log, event, { metadata })
    },
  },
  'an event taken out of its stream': {
    fits: (event, log) => isFollowed(event, log),
    change: (event, log) => log.filter((one) => one !== event),
  },
  'a report taken out with its stream': {
    fits: (event, log) =>
      REPORTS.has(categoryOf(event.stream)) &&
      log.filter(({ stream }) => stream === event.stream).length === 1,
    change: (event, log) => log.filter((one) => one !== event),
  },
  'a fact put in': {
    fits: isOfIntake,
    change: (event, log, at) => [
      ...log,
      { ...atEnd(log, event.stream), ...contentOf(event), id: withOther(event.id, at) },
    ],
  },
  'a fact moved to another stream': {
    fits: (event, log) => isOfIntake(event) && otherStream(log, event) !== undefined,
    change: (event, log) => {
      const stream = otherStream(log, event) ?? ''
      const rest = log.filter((one) => one !== event)
      return [...rest, { ...atEnd(log, stream), ...contentOf(event), id: event.id }]
    },
  },
} as const satisfies Readonly<Record<string, Tampering>>

/** What only somebody can find who holds an earlier seal of the log; ADR 42 says so. */
export const UNSEEN = {
  'another time of a fact': {
    fits: isOfIntake,
    change: (event, log) => {
      const metadata = { ...event.metadata, recorded_at: '2025-01-01T00:00:00.000Z' }
      return replaced(log, event, { metadata })
    },
  },
  'another name of a contact': {
    fits: ({ type }) => type === 'ContactRenamed',
    change: (event, log) => withData(log, event, { name: 'Somebody else' }),
  },
  'another value in what was decided here': {
    fits: ({ type }) => type === 'ConnectionRegistered',
    change: (event, log) => withData(log, event, { waba_id: '1' }),
  },
  'a log that ends earlier': {
    // What was posted before is recorded.
    fits: (event, log) => isRaw(event) && !log.some((one, n) => isRaw(one) && log[n + 1] === event),
    change: (event, log) => log.filter(({ position }) => position < event.position),
  },
} as const satisfies Readonly<Record<string, Tampering>>

/** Streams in which there is nothing but what a provider reported. */
const REPORTS: ReadonlySet<string> = new Set([
  'message',
  'importedMessage',
  'providerMessage',
  'call',
])

function isRaw({ type }: RecordedEvent): boolean {
  return type === 'ProviderEventReceived'
}

function isFollowed({ stream, revision }: RecordedEvent, log: Log): boolean {
  return log.some((one) => one.stream === stream && one.revision > revision)
}

function dataOf({ data }: RecordedEvent): Json {
  return data as Json
}

function contentOf({ type, data, metadata, created }: RecordedEvent) {
  return { type, data, metadata, created }
}

function otherStream(log: Log, { stream }: RecordedEvent): string | undefined {
  return log.find((one) => one.stream !== stream && categoryOf(one.stream) === categoryOf(stream))
    ?.stream
}

function atEnd(log: Log, stream: string) {
  const revision = BigInt(log.filter((one) => one.stream === stream).length)
  return { stream, revision, position: (log.at(-1)?.position ?? 0n) + 1n }
}

function replaced(log: Log, event: RecordedEvent, by: Partial<RecordedEvent>): Log {
  return log.map((one) => (one === event ? { ...one, ...by } : one))
}

function withData(log: Log, event: RecordedEvent, by: Json): Log {
  return replaced(log, event, { data: { ...event.data, ...by } })
}

/** The log with another byte in the stored text of an event. What is no JSON object any more is read as an empty one. */
export function withOtherByte(log: Log, event: RecordedEvent, at: number): Log {
  const text = JSON.stringify(event.data)
  const place = at % text.length
  const changed = `${text.slice(0, place)}${text[place] === '_' ? '-' : '_'}${text.slice(place + 1)}`
  return replaced(log, event, { data: objectFrom(changed) })
}

function objectFrom(text: string): object {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** The text with another letter or digit at some place. */
function withOther(text: string, at: number): string {
  const places = [...text.matchAll(/[0-9a-f]/g)].map(({ index }) => index)
  const place = places[at % places.length] ?? 0
  return `${text.slice(0, place)}${text[place] === '0' ? '1' : '0'}${text.slice(place + 1)}`
}

/** A value with another text or number somewhere in it. */
function withOtherLeaf(value: unknown, at: number): unknown {
  const leaves: string[] = []
  const visit = (_: string, one: unknown) => {
    if (typeof one === 'string' || typeof one === 'number') leaves.push('')
    return one
  }
  JSON.stringify(value, visit)
  let left = at % leaves.length
  return JSON.parse(
    JSON.stringify(value, (_, one: unknown) => {
      if (typeof one !== 'string' && typeof one !== 'number') return one
      if (left-- !== 0) return one
      return typeof one === 'string' ? `${one}x` : one + 1
    }),
  )
}
