import { COLUMNS } from './row.ts'

/** Bytes of log one page of `$all` spans: positions are offsets, so the window cuts by size. */
const WINDOW_BYTES = 4 * 1024 * 1024

export const MAX_PAGE_EVENTS = 512

/** The events after a position, exclusive. */
export const PAGE_FORWARDS = `select ${COLUMNS} from events e
  where position > $1 and position <= $1 + ${WINDOW_BYTES} order by position limit ${MAX_PAGE_EVENTS}`

/** The events before a position, exclusive, the newest first. */
export const PAGE_BACKWARDS = `select ${COLUMNS} from events e
  where position < $1 and position >= $1 - ${WINDOW_BYTES} order by position desc limit ${MAX_PAGE_EVENTS}`
