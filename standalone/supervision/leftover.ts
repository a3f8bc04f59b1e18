import { readFile, rm } from 'node:fs/promises'
import { sleep } from '@recado/infra/concurrency/sleep'
import { commandLine } from './command-line.ts'
import type { Log } from './native-process.ts'

/** How to recognise and end a program that an earlier, killed start left behind. */
export type Leftover = {
  /** File whose first line is the process id. */
  pidFile: string
  /** Words in its command line, which tell it from another process that reused its id. */
  words: readonly string[]
  /** The signal that ends it cleanly. */
  signal: NodeJS.Signals
  log: Log
}

/**
 * Ends the program that a killed start left running on our data, with SIGKILL after 20 s. The pid file of a dead
 * program is kept, because Postgres reads more from it, unless another process has reused its id.
 */
export async function endLeftover({ pidFile, words, signal, log }: Leftover): Promise<void> {
  const pid = await pidIn(pidFile)
  if (pid === undefined) return
  if (!(await isRunning(pid, words))) return isAlive(pid) ? rm(pidFile, { force: true }) : undefined
  log(`ending process ${pid}, left over from a start that was killed`)
  send(pid, signal)
  for (let waited = 0; waited < 20_000 && (await isRunning(pid, words)); waited += 50)
    await sleep(50)
  if (await isRunning(pid, words)) send(pid, 'SIGKILL')
  if (isAlive(pid)) await rm(pidFile, { force: true })
}

/** A process that has just ended by itself needs no signal. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Whether the process exists. A zombie does too. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function pidIn(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const pid = Number.parseInt(text.split('\n')[0] ?? '', 10)
  return Number.isInteger(pid) && pid > 1 ? pid : undefined
}

/** Whether a process runs whose command line has these words: after a reboot its id may be another program's. */
export async function isRunning(pid: number, words: readonly string[]): Promise<boolean> {
  const line = await commandLine(pid)
  return line !== '' && words.every((word) => line.includes(word))
}
