/** The command's access to its process. */
export type Io = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean
  /** Writes to standard output; resolves when the buffer has room for more. */
  write(chunk: string | Uint8Array): Promise<void>
  /** Writes a line for people to standard error. */
  tell(line: string): void
  /** From now on Ctrl-C aborts this signal in place of ending the process. */
  untilInterrupted(): AbortSignal
}

/** The command was called wrongly; the message says how to correct that. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The command failed and has already said why. */
export class Failed extends Error {
  override name = 'Failed'
}

/** The value of a JSON text. @param file its name, for the message @throws UsageError when it is not JSON */
export function parseJson<T>(text: string, file: string): T {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${file} is not JSON (${error instanceof Error ? error.message : error})`)
  }
}
