import { StoreUnavailable } from '@recado/infra/event-store/errors'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { pings } from '../../streams/pings.ts'
import type { Waiting } from './backlog.ts'
import type { LivePlace } from './fact-tail.ts'
import { gapFrame } from './frames.ts'

/** What one live stream is made from. */
export type LiveStream = {
  readonly place: LivePlace
  /** What the client has seen last; what it does not bring is where the stream begins. */
  readonly from: bigint
  /** What came since then and is not live any more. */
  readonly missed: AsyncIterable<Waiting>
  readonly isUnread: () => boolean
}

/**
 * The text of a stream: facts that were missed, then those that come, without a seam between them. Each is sent once; what
 * is not sent is told as a gap. Ends with the place.
 */
export async function* liveFrames(stream: LiveStream): AsyncGenerator<string> {
  const { place, missed } = stream
  let at = stream.from
  const frameOf = (next: Waiting): string => {
    const from = at
    // A gap brings a client back to the log as it is, be that shorter.
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
    // The client comes again from where it is.
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

/** What was missed may wait among what is live too. */
function isNew(next: Waiting, at: bigint): boolean {
  return next.kind === 'gap' ? next.to > at : next.position > at
}
