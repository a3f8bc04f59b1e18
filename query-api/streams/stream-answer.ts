import { Readable } from 'node:stream'
import type { Answer, RouteInput } from '@recado/infra/http/api-route'
import { EVENT_STREAM } from '@recado/infra/http/event-stream'

/**
 * An answer of server-sent events that goes on until its client leaves. Each next piece is made when the client has taken
 * those before it.
 * @param framesOf its text, told whether some of what was sent waits for the client to take it
 */
export function streamAnswer(
  { reply }: Pick<RouteInput, 'reply'>,
  place: { end(): void },
  framesOf: (isUnread: () => boolean) => AsyncIterable<string>,
): Answer {
  const response = reply.raw
  response.once('close', place.end)
  if (response.destroyed) place.end()
  const frames = framesOf(() => response.writableLength > 0)
  return {
    status: 200,
    type: EVENT_STREAM,
    // nginx would keep it until a buffer is full.
    headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    body: Readable.from(frames, { objectMode: true, highWaterMark: 1 }),
  }
}
