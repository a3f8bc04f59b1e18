import { once } from 'node:events'

/** The tool was called in a way that it cannot follow; the message says what to do. Exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** What a tool is given by its process. */
export type Console = {
  /** Words of the command line, without the program. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** A line of the result, on standard output; resolves when there is room for more. */
  print(line: string): Promise<void>
  /** A line for the person who waits, on standard error. */
  tell(line: string): void
}

/** Could not go on, such as when a server does not answer: nothing is said of what was asked. */
export const FAILED = 3

/**
 * Runs a tool as the program of this process.
 * @param tool resolves to the exit code; a UsageError is told and ends with 2, any other fault with 3
 */
export async function runTool(tool: (console: Console) => Promise<number>): Promise<void> {
  // A reader that went wants no more.
  process.stdout.on('error', () => process.exit(FAILED))
  const tell = (line: string) => void process.stderr.write(`${line}\n`)
  const print = async (line: string) => {
    if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
  }
  try {
    process.exitCode = await tool({ args: process.argv.slice(2), env: process.env, print, tell })
  } catch (error) {
    tell(error instanceof UsageError ? error.message : `cannot go on: ${String(error)}`)
    process.exitCode = error instanceof UsageError ? 2 : FAILED
  }
}
