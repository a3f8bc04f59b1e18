import { ANY } from '@eventstore/db-client'
import type { JournalCategory } from '@recado/domain/category'
import { DAY_MS } from '@recado/domain/durations'
import { appendEvents, type Writer } from './append-events.ts'
import type { Journal } from './event-store.ts'

/**
 * Name of a journal's stream for the UTC day of `at`, such as `providerEvent-<connection>.20260131`, so that
 * retention can delete whole streams.
 * @param id the connection; null for a category with one stream a day (`providerPost-20260131`)
 */
export function dayStream(category: JournalCategory, id: string | null, at: Date): string {
  return id === null ? `${category}-${utcDay(at)}` : `${category}-${id}.${utcDay(at)}`
}

/** The day formatted last, which is nearly always today. */
let lastDay = { number: Number.NaN, text: '' }

function utcDay(at: Date): string {
  const number = Math.floor(at.getTime() / DAY_MS)
  if (number !== lastDay.number)
    lastDay = { number, text: at.toISOString().slice(0, 10).replaceAll('-', '') }
  return lastDay.text
}

/** A journal's stream that retention keeps, such as `webhookDelivery-<connection>.<recovery>`. @param of a uuid */
export function lastingStream(category: JournalCategory, id: string, of: string): string {
  return `${category}-${id}.${of}`
}

/** The UTC day in the name of a journal's stream, such as `20260131`; null for any other stream. */
export function dayOf(stream: string): string | null {
  return (
    /^(?:providerPost-|(?:providerEvent|webhookDelivery)-[^.]*\.)(\d{8})$/.exec(stream)?.[1] ?? null
  )
}

/** The one place that appends without an expected revision: lint forbids `ANY` in every other file. */
export function journalOver(writer: Writer): Journal {
  return {
    record: (stream, events, payer) => appendEvents(writer, stream, ANY, events, payer),
  }
}
