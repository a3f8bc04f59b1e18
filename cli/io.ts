/** What the command is given by its process. */
export type Io = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean
  /** To standard output; resolves when there is room for more. */
  write(chunk: string | Uint8Array): Promise<void>
  /** A line for the person who waits, on standard error. */
  tell(line: string): void
  /** From now on Ctrl-C does not end the process: it raises this signal. */
  untilInterrupted(): AbortSignal
}

/** The command was called in a way that it cannot follow; the message says what to do. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** It did not go well, and that has been said. */
export class Failed extends Error {
  override name = 'Failed'
}
