import { StoreUnavailable } from '@recado/infra/event-store/errors'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { pings } from '../../streams/pings.ts'
import type { BacklogEntry } from './backlog.ts'
import type { LivePlace } from './fact-tail.ts'
import { gapFrame } from './frames.ts'

export type LiveStream = {
  readonly place: LivePlace
  /** The last position that the client has seen, or where the stream begins. */
  readonly from: bigint
  /** The facts between `from` and the beginning of the live ones. */
  readonly missed: AsyncIterable<BacklogEntry>
  readonly isUnread: () => boolean
}

/**
 * The text of a stream: first missed facts, then live ones, without loss in between. Each is sent once, or is part of a
 * gap. Ends with the place.
 */
export async function* liveFrames(stream: LiveStream): AsyncGenerator<string> {
  const { place, missed } = stream
  let at = stream.from
  const frameOf = (next: BacklogEntry): string => {
    const from = at
    // After a gap the client continues at the log's actual end, which may be earlier.
    at = next.kind === 'gap' ? next.to : next.position
    return next.kind === 'gap' ? gapFrame(from, at) : next.frame
  }
  yield `retry: 2000\nid: ${at}\n\n`
  try {
    for await (const next of missed) {
      if (place.isOver()) return
      yield frameOf(next)
    }
  } catch (error) {
    // The client reconnects from its last position.
    if (error instanceof StoreUnavailable || error instanceof HttpProblem) return place.end()
    throw error
  }
  const ping = () => {
    if (place.isIdle() && place.position() > at) at = place.position()
    return `: ping\nid: ${at}\n\n`
  }
  while (!place.isOver()) {
    const heard = place.heard()
    const next = place.take()
    if (next === null) yield* pings(stream, heard, ping)
    else if (isNew(next, at)) yield frameOf(next)
  }
}

/** A fact may be both among the missed ones and in the backlog. */
function isNew(next: BacklogEntry, at: bigint): boolean {
  return next.kind === 'gap' ? next.to > at : next.position > at
}
