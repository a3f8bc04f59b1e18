/** An answer exceeds its bound; the rest was not read. */
export class AnswerTooLong extends Error {
  readonly code = 'answer_too_long'
  constructor(maxBytes: number) {
    super(`the answer is longer than ${maxBytes} bytes`)
    this.name = 'AnswerTooLong'
  }
}
