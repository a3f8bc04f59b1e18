import { Readable } from 'node:stream'
import type { Answer, RouteInput } from '@recado/infra/http/api-route'
import { EVENT_STREAM } from '@recado/infra/http/event-stream'

/**
 * An answer of server-sent events that continues until its client disconnects. Each piece is generated once the client
 * has read the previous ones.
 * @param framesOf generates the text; its argument says whether the client has not read all sent bytes
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
    // nginx would otherwise hold the text until a buffer is full.
    headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    body: Readable.from(frames, { objectMode: true, highWaterMark: 1 }),
  }
}
