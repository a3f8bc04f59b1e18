import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { spawnChild } from './spawn-child.ts'

/** Where a part of the embedded default says what it does, one line at a time. */
export type Log = (line: string) => void

/** The system user a program runs as. */
export type SystemUser = { uid: number; gid: number }

/** A running program that is not ours: Postgres, nats-server. */
export type NativeProcess = {
  pid: number
  /** Settles when the program has ended, with the line that says how. */
  ended: Promise<string>
  /** Sends `signal`, and SIGKILL after `patienceMs`; resolves when the program has ended. */
  stop(signal: NodeJS.Signals, patienceMs?: number): Promise<void>
}

/** What to run, and as whom. */
export type NativeCommand = {
  command: string
  args: readonly string[]
  user?: SystemUser | undefined
  log: Log
}

/**
 * Starts a program in a process group of its own, so that a Ctrl-C in the terminal reaches us first
 * and we stop the parts in order. Where the system has `setpriv` the program also ends when we are
 * killed; elsewhere the next start ends it (`endLeftover`).
 */
export async function startNative({
  command,
  args,
  user,
  log,
}: NativeCommand): Promise<NativeProcess> {
  const [program, ...words] = [...tiedToUs(user), command, ...args] as [string, ...string[]]
  const identity = program === command && user !== undefined ? user : {}
  const { child, ended: end } = spawnChild({
    program,
    args: words,
    options: { ...identity, cwd: '/', detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
    log,
    endsAt: 'exit',
  })
  const ended = end.then((how) => `${command} ${how}`)
  const pid = child.pid
  if (pid === undefined) throw new Error(await ended)
  return { pid, ended, stop: (signal, patience) => stop(child, ended, signal, patience) }
}

/**
 * What `serving` comes to. The program is ended by `signal` when everything is to stop before that; `serving` then
 * has to notice its end.
 */
export async function whileStarting<T>(
  program: NativeProcess,
  signal: NodeJS.Signals,
  stopping: AbortSignal | undefined,
  serving: Promise<T>,
): Promise<T> {
  const stopEarly = () => void program.stop(signal)
  stopping?.addEventListener('abort', stopEarly)
  if (stopping?.aborted) stopEarly()
  try {
    return await serving
  } finally {
    stopping?.removeEventListener('abort', stopEarly)
  }
}

/**
 * The words that make the kernel end the program with the thread that started it. If we were killed before the
 * kernel was asked to, the program has another parent by now and does not begin.
 */
function tiedToUs(user: SystemUser | undefined): string[] {
  const setpriv = '/usr/bin/setpriv'
  if (process.platform !== 'linux' || !existsSync(setpriv)) return []
  const identity = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : []
  const unlessOrphaned = ['/bin/sh', '-c', 'test "$PPID" = "$0" && exec "$@"', String(process.pid)]
  return [setpriv, ...identity, '--pdeathsig=INT', '--', ...unlessOrphaned]
}

async function stop(
  child: ChildProcess,
  ended: Promise<string>,
  signal: NodeJS.Signals,
  patienceMs = 10_000,
): Promise<void> {
  child.kill(signal)
  const impatience = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await ended
  clearTimeout(impatience)
}
