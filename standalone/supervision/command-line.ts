import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** The command line of a process; empty when it has ended. */
export function commandLine(pid: number): Promise<string> {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

function fromProc(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
}

/** For systems without /proc, such as macOS. By `-ww` the line is not cut to the width of a terminal. */
export async function fromPs(pid: number): Promise<string> {
  const words = ['-ww', '-p', String(pid), '-o', 'command=']
  const { stdout } = await promisify(execFile)('ps', words).catch(() => ({ stdout: '' }))
  return stdout
}
