import { type Counts, timeBound } from '@recado/application/read-models/figures'
import type { Tally } from '../engine/table.ts'
import { tallyOf } from './activity-row.ts'
import type { MessageRow } from './message-row.ts'
import { followWaiting } from './unanswered.ts'

const counted = tallyOf<MessageRow>([], countsOf)

/** What a message counts for: which way it went, how far it came by now, and how long that took. */
export const messageTally: Tally<MessageRow> = {
  // The log of messages keeps every one.
  columns: [],
  async change(before, after, rows) {
    await counted.change(before, after, rows)
    await followWaiting(before, after, rows)
  },
}

function countsOf(row: MessageRow): Counts {
  if (row.direction === 'inbound') return { received: 1 }
  const { status, error_class, origin, created_at, delivered_at } = row
  return {
    [`outbound.${status}`]: 1,
    ...(error_class === null ? {} : { [`failed.${error_class}`]: 1 }),
    // What was written elsewhere was not asked of us, and nobody knows when it was.
    ...(origin === 'external' || delivered_at === null
      ? {}
      : { [`delivered_in.${timeBound(created_at, delivered_at)}`]: 1 }),
  }
}
