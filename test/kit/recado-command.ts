import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { run } from '@recado/cli/run'

/** The command as `npm ci` installs it. */
export const PROGRAM = fileURLToPath(new URL('../../node_modules/.bin/recado', import.meta.url))

/** The result of a command: its exit code, standard output and standard error. */
export type Ran = { readonly code: number; readonly out: string; readonly told: string }

type Environment = Readonly<Record<string, string>>

/** Runs the command inside this process. */
export async function recado(env: Environment, ...args: string[]): Promise<Ran> {
  let [out, told] = ['', '']
  const code = await run(args, {
    ...{ env, cwd: '/', isTerminal: false },
    async write(chunk) {
      out += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    },
    tell(line) {
      told += `${line}\n`
    },
    untilInterrupted: () => new AbortController().signal,
  })
  return { code, out, told }
}

/** The command as a separate process; its output is a pipe. */
export type Running = {
  readonly child: ChildProcess
  out(): string
  told(): string
  /** Resolves to the exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>
  kill(): Promise<void>
}

/** Starts the command in a folder outside the repository. */
export function startRecado(env: Environment, ...args: string[]): Running {
  const child = spawn(PROGRAM, args, { cwd: '/', env: { PATH: process.env.PATH ?? '', ...env } })
  let [out, told] = ['', '']
  child.stdout.on('data', (bytes) => {
    out += bytes
  })
  child.stderr.on('data', (bytes) => {
    told += bytes
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { child, ended, kill, out: () => out, told: () => told }
}
