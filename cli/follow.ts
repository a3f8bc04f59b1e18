import type { Followed } from '@recado/client'
import type { Session } from './session.ts'
import { parseTime } from './when.ts'

/** Which events to follow, and for how long. */
export type Following = {
  readonly connection?: string | undefined
  readonly events?: string
  readonly since?: string
  readonly from?: string | undefined
  readonly exitAfter?: number
}

export type Listener = {
  /** The line to show once no further event is missed. */
  readonly ready: (cursor: string) => string
  readonly take: (followed: Followed) => Promise<void>
}

/** Follows events until it is interrupted or `exitAfter` is reached; then shows the cursor to continue with. */
export async function followFrom(
  { io, out, recado }: Session,
  { connection, events, since, from, exitAfter = Number.POSITIVE_INFINITY }: Following,
  { ready, take }: Listener,
): Promise<void> {
  const signal = io.untilInterrupted()
  let cursor = from
  let isOpen = false
  const onOpen = (at: string) => {
    cursor ??= at
    out.tell(isOpen ? 'reconnected' : ready(cursor))
    isOpen = true
  }
  const following = recado().followEvents({
    after: from,
    since: since && parseTime(since),
    connection_id: connection,
    events: events?.split(','),
    redeliveries: true,
    signal,
    onOpen,
    onLost: (error) => out.tell(`${error instanceof Error ? error.message : error}; reconnecting`),
  })
  let taken = 0
  for await (const followed of following) {
    await take(followed)
    cursor = followed.cursor
    taken += 1
    if (taken >= exitAfter || signal.aborted) break
  }
  if (cursor !== undefined) out.tell(`ended cursor=${cursor}; continue with --from ${cursor}`)
}
