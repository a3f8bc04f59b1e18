import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'

/** Text that is made while it is sent. */
export type Piecewise = AsyncIterable<string>

/** Whether a body comes in pieces. */
export function isPiecewise(body: unknown): body is Piecewise {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

/** All pieces as one. */
export async function wholeText(pieces: Piecewise): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

/**
 * A body that is made as fast as its reader takes it, at most one piece ahead. Who goes away ends the making; so
 * does, after a while, who stays and takes nothing: it would hold a piece in memory for ever.
 */
export function inPace(pieces: Piecewise, response: ServerResponse, readerMs: number): Readable {
  const timeout = setTimeout(() => response.destroy(), readerMs).unref()
  response.on('drain', () => timeout.refresh())
  response.once('close', () => clearTimeout(timeout))
  return Readable.from(pieces)
}
