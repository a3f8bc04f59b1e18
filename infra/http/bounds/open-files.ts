import { readFileSync } from 'node:fs'

/** The process's limit of open files; read on Linux, elsewhere a usual number. */
export function maxOpenFiles(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
  } catch {
    return 1_024
  }
}
