import { RecadoError } from '@recado/client'
import { CommanderError } from 'commander'
import { Failed, type Io, UsageError } from './io.ts'
import { plain } from './plain.ts'
import { buildProgram } from './program.ts'

const EXIT = { done: 0, failed: 1, usage: 2, notAllowed: 3, notFound: 4 } as const

/** Runs the command line. @returns the exit code */
export async function run(args: readonly string[], io: Io): Promise<number> {
  try {
    await buildProgram(io).parseAsync([...args], { from: 'user' })
    return EXIT.done
  } catch (error) {
    return exitCodeOf(error, io)
  }
}

function exitCodeOf(error: unknown, { tell }: Io): number {
  // Commander has already written its message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  if (error instanceof Failed) return EXIT.failed
  if (error instanceof UsageError) {
    tell(plain(error.message))
    return EXIT.usage
  }
  if (error instanceof RecadoError) return tellProblem(error, tell)
  tell(plain(error instanceof Error ? error.message : String(error)))
  return EXIT.failed
}

function tellProblem(error: RecadoError, tell: Io['tell']): number {
  const { status, code, message, requestId, candidates } = error
  tell(plain(`${code}: ${message}${requestId === null ? '' : ` (request ${requestId})`}`))
  for (const { id, phone_number_digits: digits, status: is } of candidates)
    tell(plain(`  candidate ${id} ${digits ?? ''} ${is}`))
  if (status === 401 || status === 403) return EXIT.notAllowed
  return status === 404 ? EXIT.notFound : EXIT.failed
}
