/** Nothing done for so long: not at work any more. */
const IDLE_MS = 5_000

/** Which owners did something a moment ago. */
export type AtWork = {
  note(owner: string): void
  /** Whether nobody but this one did anything lately. */
  isAlone(owner: string): boolean
}

/** @param now in ms */
export function atWork(now: () => number = () => performance.now()): AtWork {
  let latest = { owner: '', at: Number.NEGATIVE_INFINITY }
  /** The latest of all others. */
  let another = latest
  return {
    note(owner) {
      if (owner !== latest.owner) another = latest
      latest = { owner, at: now() }
    },
    isAlone: (owner) => now() - (owner === latest.owner ? another : latest).at > IDLE_MS,
  }
}
