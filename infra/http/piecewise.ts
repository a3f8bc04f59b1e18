import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'

export type Piecewise = AsyncIterable<string>

export function isPiecewise(body: unknown): body is Piecewise {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

export async function wholeText(pieces: Piecewise): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

/** Streams one piece ahead of the reader. A reader that takes nothing for `readerMs` is cut off, as it holds memory. */
export function streamPieces(
  pieces: Piecewise,
  response: ServerResponse,
  readerMs: number,
): Readable {
  const timeout = setTimeout(() => response.destroy(), readerMs).unref()
  response.on('drain', () => timeout.refresh())
  response.once('close', () => clearTimeout(timeout))
  return Readable.from(pieces)
}
