import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Log } from './native-process.ts'

export type ChildCommand = {
  program: string
  args: readonly string[]
  options: SpawnOptions
  log: Log
  /** When the child counts as ended: at its exit, or once its output is read to the end. */
  endsAt: 'exit' | 'close'
}

export type Child = {
  child: ChildProcess
  /** Resolves when the child has ended, or could not be started, with words that say how. */
  ended: Promise<string>
}

/** Starts a program. One that cannot start, such as for lack of file descriptors, ends like any other. */
export function spawnChild({ program, args, options, log, endsAt }: ChildCommand): Child {
  const child = spawn(program, args, options)
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(`did not start: ${error.message}`))
    child.once(endsAt, (code, signal) =>
      resolve(signal ? `ended by signal ${signal}` : `ended with exit code ${code}`),
    )
  })
  // A child that could not start for lack of file descriptors has no streams.
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface({ input: stream }).on('line', log)
  return { child, ended }
}
