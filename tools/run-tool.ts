import { once } from 'node:events'

/** The tool was called wrongly; the message says what to do. Exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** How a tool is called, and where it writes. */
export type Console = {
  /** The command line without the program. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Writes a line of the result to standard output; resolves when there is room for more. */
  print(line: string): Promise<void>
  /** Writes a line for the person who waits to standard error. */
  note(line: string): void
}

/** Exit code of a tool that could not finish, as when a server does not answer: there is no result. */
export const FAILED = 3

/** @param tool resolves to the exit code; a UsageError exits with 2, any other error with 3 */
export async function runTool(tool: (console: Console) => Promise<number>): Promise<void> {
  // The reader of standard output has gone.
  process.stdout.on('error', () => process.exit(FAILED))
  const note = (line: string) => void process.stderr.write(`${line}\n`)
  const print = async (line: string) => {
    if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
  }
  try {
    process.exitCode = await tool({ args: process.argv.slice(2), env: process.env, print, note })
  } catch (error) {
    note(
      error instanceof UsageError
        ? error.message
        : `failed: ${error instanceof Error ? error.message : String(error)}`,
    )
    process.exitCode = error instanceof UsageError ? 2 : FAILED
  }
}
