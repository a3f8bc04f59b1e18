import { readdir, readFile } from 'node:fs/promises'

/** A running process and its command line. */
export type RunningProcess = { readonly pid: number; readonly command: string }

/** All processes with `mark` in their environment or command line. Reads /proc, so finds none where that is missing. */
export async function processesMarked(mark: string): Promise<RunningProcess[]> {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.map(Number).filter((pid) => pid > 0 && pid !== process.pid)
  const found = await Promise.all(
    pids.map(async (pid) => ({
      pid,
      command: await textOf(pid, 'cmdline'),
      environment: await textOf(pid, 'environ'),
    })),
  )
  return found.filter(
    ({ command, environment }) => command.includes(mark) || environment.includes(mark),
  )
}

/** Empty for a process that has already ended. */
async function textOf(pid: number, file: string): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
}

/** Whether no process has this id any more. */
export function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

/** The resident memory of a process in MiB, as Linux reports it in /proc. */
export async function residentMb(pid: number | undefined): Promise<number> {
  return Number(/^VmRSS:\s+(\d+)/m.exec(await textOf(Number(pid), 'status'))?.[1]) / 1_024
}
