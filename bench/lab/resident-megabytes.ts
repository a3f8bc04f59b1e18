import { readFile } from 'node:fs/promises'

/** The memory of a process, MB, as /proc of Linux reports it. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024
}
