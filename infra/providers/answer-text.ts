import type { Readable } from 'node:stream'

/** The most that an answer to a call may hold: a page of 100 templates is far below it. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024

/** The provider's answer is longer than anything it is known to say; the rest was not read. */
export class AnswerTooLong extends Error {
  readonly code = 'answer_too_long'
  constructor() {
    super(`the answer is longer than ${MAX_ANSWER_BYTES} bytes`)
    this.name = 'AnswerTooLong'
  }
}

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
      if (size > MAX_ANSWER_BYTES) throw new AnswerTooLong()
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  } finally {
    clearTimeout(late)
  }
}
