/** NATS refuses what the relay publishes, or does not answer. The relay tries again. */
export class StreamRefused extends Error {
  /** The server's reason; names no account. */
  readonly code: string
  /** Another relay published first, or the stream was emptied: the end of the stream has to be read again. */
  readonly isOutpaced: boolean
  constructor(code: string, isOutpaced = false) {
    super(`the stream EVENTS accepted no message: ${code}`)
    this.name = 'StreamRefused'
    this.code = code
    this.isOutpaced = isOutpaced
  }
}

export class StreamDiverged extends Error {
  readonly code = 'log_diverged'
  constructor(position: bigint) {
    super(
      `log_diverged: the log holds another event at position ${position}, where the stream EVENTS ends; delete the stream to have it filled again`,
    )
    this.name = 'StreamDiverged'
  }
}

export class ForeignMessages extends Error {
  readonly code = 'foreign_messages'
  constructor() {
    super(
      'foreign_messages: another program publishes to EVENTS; keep it from events.> and delete its messages, or the stream',
    )
    this.name = 'ForeignMessages'
  }
}
