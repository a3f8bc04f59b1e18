import { readFileSync } from 'node:fs'

/** How many descriptors the system lets this process open; Linux says it, elsewhere a usual number is taken. */
export function mostOpenFiles(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
  } catch {
    return 1_024
  }
}
