export class RevisionConflict extends Error {
  readonly stream: string
  constructor(stream: string) {
    super(`stream ${stream} has moved on; load its tail and decide again`)
    this.name = 'RevisionConflict'
    this.stream = stream
  }
}

export class StreamDeleted extends Error {
  constructor(stream: string) {
    super(`stream ${stream} is deleted for ever; nothing can be appended to it`)
    this.name = 'StreamDeleted'
  }
}

export class AppendTooLarge extends Error {
  constructor(stream: string) {
    super(`an append to ${stream} is above the store's limit of 1 MiB; cut it into smaller ones`)
    this.name = 'AppendTooLarge'
  }
}

/** An event cannot be written as JSON, for example because it nests too deep. Only this append fails, unsent. */
export class UnserialisableEvent extends Error {
  constructor(type: string, cause: unknown) {
    super(`an event ${type} cannot be written as JSON`, { cause })
    this.name = 'UnserialisableEvent'
  }
}

/** The event store gave no usable answer in time. Clients get 503 `unavailable`. */
export class StoreUnavailable extends Error {
  /** True when the append may have been written: retry only with the same ids and revision. */
  readonly outcomeUnknown: boolean
  constructor(message: string, options: { outcomeUnknown: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'StoreUnavailable'
    this.outcomeUnknown = options.outcomeUnknown
  }
}

/** The server is too old: it never reports that a subscription has caught up, so a start would not end. */
export class StoreTooOld extends Error {
  constructor(version: string) {
    super(`EventStoreDB 23.10 or newer is needed; this one is ${version}: upgrade the server`)
    this.name = 'StoreTooOld'
  }
}

/** The log has no event at the position to resume from: it was restored, or is another one. */
export class PositionUnknown extends Error {
  constructor(position: bigint | string, cause: unknown) {
    super(`position ${position} is not in this log; compare it with the log it came from`, {
      cause,
    })
    this.name = 'PositionUnknown'
  }
}

/** Other processes won every race for the stream: it has too many writers, or one that never stops. */
export class ContestedStream extends Error {
  constructor(stream: string, decisions: number) {
    super(`lost ${decisions} races for stream ${stream}; find out what writes to it all the time`)
    this.name = 'ContestedStream'
  }
}
