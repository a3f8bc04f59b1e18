import {
  type AllStreamSubscription,
  END,
  type EventStoreDBClient,
  type Filter,
  type Position,
  type ResolvedEvent,
} from '@eventstore/db-client'
import type { Test } from 'tap'

/** What a subscription has delivered so far, over all its resumptions. */
export type Seen = {
  readonly ids: string[]
  readonly types: string[]
  readonly checkpoints: bigint[]
  isConfirmed: boolean
  /** How often the server said that it has caught up. */
  caughtUp: number
  /** How often the server ended it, after which it was resumed. */
  ends: number
  /** The error for which it was not resumed. */
  error: Error | undefined
}

/** A place to begin after; `end` asks for the end of the log or stream, and names it for a resumption. */
type From<Place> = Place | { readonly end: Place }

/** The callback of a filter for checkpoints. */
export type Reached = NonNullable<Filter['checkpointReached']>

/** Follows `$all` until the test ends. */
export function followAll(
  t: Test,
  client: EventStoreDBClient,
  from: From<Position | 'start'>,
  filter?: (reached: Reached) => Filter,
): Seen {
  const seen = nothingSeen()
  let after = typeof from === 'object' && 'end' in from ? from.end : from
  const reached: Reached = async (subscription, position) => {
    seen.checkpoints.push(position.commit)
    // The client reports a checkpoint while earlier events may still wait to be read.
    if (subscription.readableLength === 0) after = position
  }
  const open = () =>
    client.subscribeToAll({
      fromPosition: seen.ends === 0 && after !== from ? END : after,
      ...(filter && { filter: filter(reached) }),
    })
  follow(t, seen, open, ({ commitPosition: commit }) => {
    if (commit !== undefined) after = { commit, prepare: commit }
  })
  return seen
}

/** Follows a stream until the test ends, or from `read` on if that is given. */
export function followStream(
  t: Test,
  client: EventStoreDBClient,
  stream: string,
  from: From<bigint | 'start'> = 'start',
  read?: Promise<void>,
): Seen {
  const seen = nothingSeen()
  let after = typeof from === 'object' ? from.end : from
  const open = () => {
    const fromRevision = seen.ends === 0 && after !== from ? END : after
    return client.subscribeToStream(stream, { fromRevision }) as unknown as AllStreamSubscription
  }
  const note = ({ event }: ResolvedEvent) => {
    after = event?.revision ?? after
  }
  follow(t, seen, open, note, read)
  return seen
}

function nothingSeen(): Seen {
  const counts = { isConfirmed: false, caughtUp: 0, ends: 0, error: undefined }
  return { ids: [], types: [], checkpoints: [], ...counts }
}

/**
 * Keeps a subscription going as the product does: a server may end one at any time as too slow, and the client resumes
 * it after what was delivered last.
 */
function follow(
  t: Test,
  seen: Seen,
  open: () => AllStreamSubscription,
  note: (item: ResolvedEvent) => void,
  read: Promise<void> = Promise.resolve(),
): void {
  const subscription = open()
  const take = (item: ResolvedEvent) => {
    seen.ids.push(item.event?.id ?? '')
    seen.types.push(item.event?.type ?? '')
    note(item)
  }
  subscription.on('confirmation', () => {
    seen.isConfirmed = true
  })
  subscription.on('caughtUp', () => {
    seen.caughtUp += 1
  })
  let isOver = false
  subscription.on('error', (error: Error) => {
    if (!/Consumer too slow/.test(error.message)) {
      seen.error = error
      return
    }
    // What the ended one still holds, the next one delivers again.
    isOver = true
    subscription.off('data', take)
    seen.ends += 1
    follow(t, seen, open, note, read)
  })
  void read.then(() => isOver || subscription.on('data', take))
  t.teardown(() => subscription.unsubscribe())
}
