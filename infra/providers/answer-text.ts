import type { Readable } from 'node:stream'
import { AnswerTooLong } from '../http-client/answer-too-long.ts'

/** The most that an answer to a call may hold: a page of 100 templates is far below it. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024

/**
 * Reads the body of an answer, up to a bound in bytes and in time; ill-formed UTF-8 is replaced.
 * @param withinMs from now to the last byte: a body that trickles is as good as none
 * @throws AnswerTooLong, or the error of the connection; the rest of the body is then not read
 */
export async function answerText(body: Readable, withinMs: number): Promise<string> {
  const late = setTimeout(() => body.destroy(new Error('the answer did not end in time')), withinMs)
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
    clearTimeout(late)
  }
}
