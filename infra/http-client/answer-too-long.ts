/** An answer is longer than anything the other side is known to say; the rest was not read. */
export class AnswerTooLong extends Error {
  readonly code = 'answer_too_long'
  constructor(maxBytes: number) {
    super(`the answer is longer than ${maxBytes} bytes`)
    this.name = 'AnswerTooLong'
  }
}
