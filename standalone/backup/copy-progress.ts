const EVERY_MS = 5_000
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
  now = () => performance.now(),
): Copied {
  const begun = now()
  let [copied, toldAt] = [0, begun]
  return (bytes) => {
    copied += bytes
    const at = now()
    if (at - toldAt < EVERY_MS) return
    toldAt = at
    note(progressLine(copied, total, (at - begun) / 1_000))
  }
}

function progressLine(copied: number, total: number | null, seconds: number): string {
  const rate = `${shown(copied / seconds)} a second`
  if (total === null) return `${shown(copied)} copied, ${rate}`
  const left = Math.max(0, Math.ceil(((total - copied) / copied) * seconds))
  const percent = Math.floor((copied / total) * 100)
  return `${shown(copied)} of ${shown(total)} copied, ${percent} %, ${rate}, about ${left} s left`
}

function shown(bytes: number): string {
  return `${Math.round(bytes / MB).toLocaleString('en')} MB`
}
