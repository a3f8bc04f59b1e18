const EVERY_MS = 5_000

/** How far work under way has come. */
export type Progress = {
  /** What was done so far, such as `50 MB of 200 MB copied`. */
  readonly did: string
  /** What is done in a second, such as `10 MB`. */
  readonly rate: string
  /** The part that is done, 0 to 1; null when nobody knows the whole. */
  readonly done: number | null
  /** Since the work began. */
  readonly seconds: number
}

/** The line that all long work prints: what was done, per cent, rate, remaining time. */
export function progressLine({ did, rate, done, seconds }: Progress): string {
  const percent = done === null ? [] : [`${Math.floor(done * 100)} %`]
  const left = secondsLeft(done, seconds)
  const remaining = left === null ? [] : [timeLeft(left)]
  return [did, ...percent, `${rate} a second`, ...remaining].join(', ')
}

/** @returns null while nobody can know it: nothing is done yet, or the whole is unknown */
export function secondsLeft(done: number | null, seconds: number): number | null {
  return done === null || done <= 0 ? null : (seconds / done) * (1 - done)
}

export function timeLeft(seconds: number): string {
  return `about ${duration(Math.max(0, seconds))} left`
}

/** Makes a function that returns the seconds since now when five more have passed, else null. */
export function everyFiveSeconds(clock = () => performance.now()): () => number | null {
  const begun = clock()
  let toldAt = begun
  return () => {
    const now = clock()
    if (now - toldAt < EVERY_MS) return null
    toldAt = now
    return (now - begun) / 1_000
  }
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3_600).toFixed(1)} h`
}
