import { doublingWait } from '@recado/infra/concurrency/backoff'

/** When a crashed part is restarted, and when it is given up. */
export type RestartPolicy = {
  /** The number of crashes after which a part is given up. */
  readonly crashes: number
  /** The period in which crashes count, ms. */
  readonly withinMs: number
  /** The first pause after a crash, ms; pauses double, up to ten seconds. */
  readonly pauseMs: number
  /**
   * A part that has served this long, ms, is sound and never given up: the cause of a later crash lies outside the
   * part, such as a full disk, and may pass.
   */
  readonly steadyMs: number
}

/** The crashes of a part that count, ms since 1970, and whether it has proved sound. */
export type CrashRecord = { readonly recent: readonly number[]; readonly isSound: boolean }

export const NO_CRASHES: CrashRecord = { recent: [], isSound: false }

const MAX_PAUSE_MS = 10_000

/** @param servedMs how long the part served before it crashed */
export function afterCrash(
  { recent, isSound }: CrashRecord,
  now: number,
  servedMs: number,
  { withinMs, steadyMs }: RestartPolicy,
): CrashRecord {
  return {
    recent: [...recent.filter((time) => time > now - withinMs), now],
    isSound: isSound || servedMs >= steadyMs,
  }
}

export function isHopeless({ recent, isSound }: CrashRecord, { crashes }: RestartPolicy): boolean {
  return recent.length >= crashes && !isSound
}

export function pauseAfter({ recent }: CrashRecord, { pauseMs }: RestartPolicy): number {
  return doublingWait(recent.length - 1, pauseMs, MAX_PAUSE_MS)
}
