import type { Readable } from 'node:stream'
import { processTime } from '../concurrency/running-time.ts'
import { AnswerTooLong } from '../http-client/answer-too-long.ts'

/** Bound of an answer; a page of 100 templates is far below it. */
export const MAX_ANSWER_BYTES = 2 * 1024 * 1024

/** Reads a body within bounds; invalid UTF-8 is replaced. @throws AnswerTooLong, or the error after `withinMs` of running time */
export async function answerText(body: Readable, withinMs: number): Promise<string> {
  const late = () => body.destroy(new Error('the answer did not end in time'))
  const inTime = processTime().after(withinMs, late)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MAX_ANSWER_BYTES) throw new AnswerTooLong(MAX_ANSWER_BYTES)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  } finally {
    inTime()
  }
}
