import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Log } from './native-process.ts'

/** What to run, and where each line that it says goes. */
export type ChildCommand = {
  program: string
  args: readonly string[]
  options: SpawnOptions
  log: Log
  /** When it counts as ended: at once, or when its last lines have come too. */
  endsAt: 'exit' | 'close'
}

/** A child, and how it ends. */
export type Child = {
  child: ChildProcess
  /** Settles when it has ended, or could not be started, with the words that say how. */
  ended: Promise<string>
}

/** The one way to start a program. One that cannot start, as when no descriptor is left, ends like any other. */
export function spawnChild({ program, args, options, log, endsAt }: ChildCommand): Child {
  const child = spawn(program, args, options)
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(`did not start: ${error.message}`))
    child.once(endsAt, (code, signal) =>
      resolve(signal ? `ended by signal ${signal}` : `ended with exit code ${code}`),
    )
  })
  // Without descriptors it has no streams.
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface({ input: stream }).on('line', log)
  return { child, ended }
}
