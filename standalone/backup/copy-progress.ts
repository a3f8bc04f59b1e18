import { everyFiveSeconds, progressLine } from '@recado/infra/progress'

const MB = 1024 * 1024

/** Call it with the bytes of each piece that was copied. */
export type Copied = (bytes: number) => void

/**
 * Tells every five seconds how much was copied.
 * @param total the bytes to copy; null when nobody knows, and then no remaining time is told
 */
export function copyProgress(
  note: (line: string) => void,
  total: number | null,
  clock = () => performance.now(),
): Copied {
  const due = everyFiveSeconds(clock)
  let copied = 0
  return (bytes) => {
    copied += bytes
    const seconds = due()
    if (seconds === null) return
    const of = total === null ? '' : ` of ${megabytes(total)}`
    const done = total === null ? null : Math.min(1, copied / total)
    note(
      progressLine({
        did: `${megabytes(copied)}${of} copied`,
        rate: megabytes(copied / seconds),
        ...{ done, seconds },
      }),
    )
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / MB).toLocaleString('en')} MB`
}
