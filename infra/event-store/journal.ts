import { ANY } from '@eventstore/db-client'
import { appendEvents } from './append-events.ts'
import type { Connection } from './connection.ts'
import type { Journal } from './event-store.ts'
import type { Limits } from './limits.ts'

/** Categories whose streams are cut by day and appended to without an expected head. */
export type JournalCategory = 'providerEvent' | 'providerPost' | 'webhookDelivery'

/**
 * Name of a journal's stream for the UTC day of `at`, such as `providerEvent-<connection>.20260131`, so that
 * retention can delete whole streams.
 * @param id the connection, or null for a category that has one stream a day (`providerPost-20260131`)
 */
export function dayStream(category: JournalCategory, id: string | null, at: Date): string {
  return id === null ? `${category}-${utcDay(at)}` : `${category}-${id}.${utcDay(at)}`
}

const DAY_MS = 24 * 60 * 60 * 1000
/** The day that was asked for last: nearly always it is today. */
let known = { number: Number.NaN, text: '' }

function utcDay(at: Date): string {
  const number = Math.floor(at.getTime() / DAY_MS)
  if (number !== known.number)
    known = { number, text: at.toISOString().slice(0, 10).replaceAll('-', '') }
  return known.text
}

/**
 * Name of a journal's stream that retention leaves alone, such as `webhookDelivery-<connection>.<recovery>`.
 * @param of a uuid
 */
export function lastingStream(category: JournalCategory, id: string, of: string): string {
  return `${category}-${id}.${of}`
}

/** The UTC day that a journal's stream is of, such as `20260131`; null for any other stream. */
export function dayOf(stream: string): string | null {
  return (
    /^(?:providerPost-|(?:providerEvent|webhookDelivery)-[^.]*\.)(\d{8})$/.exec(stream)?.[1] ?? null
  )
}

/** The one place that appends without an expected head: lint keeps `ANY` out of every other file. */
export function journalOver(connection: Connection, limits: Limits): Journal {
  return {
    record: (stream, events) => appendEvents(connection, limits, stream, ANY, events),
  }
}
