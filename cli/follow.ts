import type { Followed } from '@recado/client/follow-events'
import type { Session } from './session.ts'
import { momentOf } from './when.ts'

/** Which events, and for how long. */
export type Following = {
  readonly connection?: string | undefined
  readonly events?: string
  readonly since?: string
  readonly from?: string | undefined
  readonly exitAfter?: number
}

/** What is done with them. */
export type Listener = {
  /** The one line that says that nothing is missed from now on. */
  readonly ready: (cursor: string) => string
  readonly take: (followed: Followed) => Promise<void>
}

/** Follows events until it is interrupted, or has had as many as asked for; then tells how to go on. */
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
    out.tell(isOpen ? 'connected again' : ready(cursor))
    isOpen = true
  }
  const following = recado().followEvents({
    after: from,
    since: since && momentOf(since),
    connection_id: connection,
    events: events?.split(','),
    redeliveries: true,
    signal,
    onOpen,
    onLost: (error) =>
      out.tell(`${error instanceof Error ? error.message : error}; connecting again`),
  })
  let taken = 0
  for await (const followed of following) {
    await take(followed)
    cursor = followed.cursor
    taken += 1
    if (taken >= exitAfter || signal.aborted) break
  }
  if (cursor !== undefined) out.tell(`ended cursor=${cursor}; go on with --from ${cursor}`)
}
