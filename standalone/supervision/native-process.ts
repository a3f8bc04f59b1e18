import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { spawnChild } from './spawn-child.ts'

/** Writes one log line of a part. */
export type Log = (line: string) => void

export type SystemUser = { uid: number; gid: number }

/** A running third-party program: Postgres, nats-server. */
export type NativeProcess = {
  pid: number
  /** Resolves when the program has ended, with a line that says how. */
  ended: Promise<string>
  /** Sends `signal`, and SIGKILL after `patienceMs`; resolves when the program has ended. */
  stop(signal: NodeJS.Signals, patienceMs?: number): Promise<void>
}

export type NativeCommand = {
  command: string
  args: readonly string[]
  user?: SystemUser | undefined
  log: Log
}

/**
 * Starts a program in a process group of its own, so that a Ctrl-C in the terminal reaches only us and we stop the
 * parts in order. Where the system has `setpriv` the program also ends when we are killed; elsewhere the next start
 * ends it (`endLeftover`).
 */
export async function startNative({
  command,
  args,
  user,
  log,
}: NativeCommand): Promise<NativeProcess> {
  const [program, ...words] = [...endWithUsPrefix(user), command, ...args] as [string, ...string[]]
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
 * Resolves as `serving` does. If `stopping` is aborted before that, the program gets `signal`, and `serving` has to
 * notice its end.
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
 * The command prefix by which the kernel ends the program with the thread that started it. If we were killed before
 * that took effect, the program has another parent by now and does not start.
 */
function endWithUsPrefix(user: SystemUser | undefined): string[] {
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
