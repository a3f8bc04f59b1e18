import { sleep } from '@recado/infra/concurrency/sleep'
import {
  afterCrash,
  type CrashRecord,
  isHopeless,
  NO_CRASHES,
  pauseAfter,
  type RestartPolicy,
} from './crash-record.ts'
import { deferred } from './deferred.ts'
import type { Log } from './native-process.ts'
import type { Part, StartPart } from './part.ts'

/*
 * A KEPT PART
 *
 * The supervisor keeps each part on its own, and a part is in one of five states:
 *
 *   starting    Its `start` is running.
 *   serving     It runs and has reported that it serves.
 *   restarting  It crashed or failed to start, and pauses before the next start.
 *   stopped     `stopping` was aborted and the part has ended. Final.
 *   givenUp     It crashed too often without having proved sound. Final.
 *
 * Transitions:
 *
 *   starting -> serving              `start` resolved.
 *   starting, serving -> restarting  `start` rejected, or the part ended by itself.
 *   starting, serving -> givenUp     the same, once too often within the policy's period.
 *   restarting -> starting           the pause is over.
 *   any but givenUp -> stopped       `stopping` was aborted. A starting part ends, a serving part is stopped in its
 *                                    turn, and a pausing part does not start.
 */

type PartState<P extends Part> =
  | { readonly is: 'starting' }
  | { readonly is: 'serving'; readonly part: P; readonly since: number }
  | { readonly is: 'restarting'; readonly pauseMs: number }
  | { readonly is: 'stopped' }
  | { readonly is: 'givenUp'; readonly reason: string }

/** A part that is restarted whenever it ends. */
export type KeptPart<P extends Part> = {
  serving(): P | undefined
  /** The part when it first serves; rejects when it never does. */
  readonly first: Promise<P>
  /** Resolves with null when the part is stopped, or with the reason when it is given up. */
  readonly done: Promise<string | null>
}

export type KeepOptions = {
  readonly policy: RestartPolicy
  readonly log: Log
  readonly stopping: AbortSignal
  readonly changed: () => void
}

/** Starts a part and keeps it until `stopping` is aborted or it is given up. */
export function keepPart<P extends Part>(
  name: string,
  start: StartPart<P>,
  { policy, log, stopping, changed }: KeepOptions,
): KeptPart<P> {
  const first = deferred<P>()
  let state: PartState<P> = { is: 'starting' }
  let crashes = NO_CRASHES

  const startOnce = async (): Promise<PartState<P>> => {
    if (stopping.aborted) return { is: 'stopped' }
    const began = Date.now()
    log('starting')
    try {
      const part = await start({ log, stopping })
      log(`ready after ${((Date.now() - began) / 1000).toFixed(1)} s`)
      return { is: 'serving', part, since: Date.now() }
    } catch (error) {
      return stateAfterCrash(textOf(error), 0)
    }
  }
  const stateAfterCrash = (how: string, servedMs: number): PartState<P> => {
    if (stopping.aborted) return { is: 'stopped' }
    crashes = afterCrash(crashes, Date.now(), servedMs, policy)
    if (isHopeless(crashes, policy))
      return { is: 'givenUp', reason: giveUpReason(name, how, policy) }
    const pauseMs = pauseAfter(crashes, policy)
    log(`crashed: ${how}; restarting in ${pauseMs} ms (${crashNumber(crashes, policy)})`)
    return { is: 'restarting', pauseMs }
  }
  const next = async (from: PartState<P>): Promise<PartState<P>> => {
    switch (from.is) {
      case 'starting':
        return startOnce()
      case 'serving':
        return stateAfterCrash(await endOf(from.part, stopping), Date.now() - from.since)
      case 'restarting':
        await sleep(from.pauseMs, stopping)
        return { is: 'starting' }
      case 'stopped':
      case 'givenUp':
        return from
    }
  }
  const keep = async (): Promise<string | null> => {
    while (state.is !== 'stopped' && state.is !== 'givenUp') {
      state = await next(state)
      changed()
      if (state.is === 'serving') first.resolve(state.part)
    }
    const reason = state.is === 'givenUp' ? state.reason : null
    first.reject(new Error(reason ?? `${name} was stopped before it served`))
    return reason
  }
  return {
    serving: () => (state.is === 'serving' ? state.part : undefined),
    first: first.promise,
    done: keep(),
  }
}

/** Waits until a part ends; stops it at once if it began to serve only after `stopping`. @returns how it ended */
async function endOf(part: Part, stopping: AbortSignal): Promise<string> {
  try {
    if (stopping.aborted) await part.stop()
    return await part.ended
  } catch (error) {
    return textOf(error)
  }
}

function giveUpReason(name: string, how: string, { crashes, withinMs }: RestartPolicy): string {
  return `${name} crashed ${crashes} times within ${withinMs / 1000} s, most recently: ${how}`
}

function crashNumber({ recent, isSound }: CrashRecord, { crashes }: RestartPolicy): string {
  return `crash ${recent.length}${isSound ? '' : ` of ${crashes}`}`
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
