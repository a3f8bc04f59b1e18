import type { EventStoreDBClient } from '@eventstore/db-client'
import type { RunningTime } from '../concurrency/running-time.ts'
import { GivenUp, isAnswer, NoAnswer, spoilsClient } from './client-fault.ts'
import type { Dialled } from './dial.ts'

/** A call begun on a line and not answered yet. */
type Open = { readonly since: number; readonly giveUp: () => void }

/**
 * One connection to the server. It is judged by nothing but its own silence: calls begun on it, none answered. How
 * long a caller waits says nothing about it, nor does a call on another line, nor time in which this process stood
 * still.
 */
export type Line = {
  readonly client: EventStoreDBClient
  isGivenUp(): boolean
  /** Passes when the server's version is known and new enough. @throws StoreTooOld, or as `answer` */
  check(timeoutMs: number): Promise<void>
  /** Waits for the answer to a call, whose outcome it heeds. @throws NoAnswer, GivenUp, or the client's error */
  answer<T>(timeoutMs: number, call: Promise<T>): Promise<T>
  /** Waits until something arrives, which the caller heeds. @throws NoAnswer, GivenUp */
  wait<T>(timeoutMs: number, sign: Promise<T>): Promise<T>
  /** Reports a call until the returned function is called. @param giveUp called when the line is given up */
  begin(giveUp: () => void): () => void
  /** Reports that the server has said something. */
  heard(): void
  /** Reports how a call failed, which may be an answer. */
  reportFailedCall(error: unknown): void
  /** Asks for a replacement if the line has been silent for too long. */
  judge(): void
  /** Ends all calls on it. */
  giveUp(): Promise<void>
}

/** @param condemn called when the line is to be replaced; again and again while it stays in use */
export function openLine(
  dialled: Dialled,
  time: RunningTime,
  silenceMs: number,
  condemn: (line: Line) => void,
): Line {
  /** In the order in which they began. */
  const open = new Set<Open>()
  let heardAt = time.now()
  let isChecked = false
  let isGivenUp = false

  const heard = () => {
    heardAt = time.now()
  }
  const begin = (giveUp: () => void) => {
    const call: Open = { since: time.now(), giveUp }
    open.add(call)
    return () => void open.delete(call)
  }
  const silentMs = () => {
    const [oldest] = open
    return oldest === undefined ? 0 : time.now() - Math.max(heardAt, oldest.since)
  }
  const wait = async <T>(timeoutMs: number, sign: Promise<T>): Promise<T> => {
    if (isGivenUp) throw new GivenUp()
    let end = (): void => undefined
    const givenUp = new Promise<never>((_, reject) => {
      end = begin(() => reject(new GivenUp()))
    })
    // Open until it settles, not until its caller gives up: the server still owes an answer.
    sign.then(end, end)
    return time.within(timeoutMs, Promise.race([sign, givenUp]), () => {
      line.judge()
      return new NoAnswer(timeoutMs)
    })
  }
  const line: Line = {
    client: dialled.client,
    isGivenUp: () => isGivenUp,
    begin,
    heard,
    wait,
    async check(timeoutMs) {
      if (isChecked) return
      await line.answer(timeoutMs, dialled.check())
      isChecked = true
    },
    answer(timeoutMs, call) {
      call.then(heard, line.reportFailedCall)
      return wait(timeoutMs, call)
    },
    reportFailedCall(error) {
      if (isAnswer(error)) heard()
      else if (spoilsClient(error)) condemn(line)
    },
    judge() {
      // The nodes answer; none of them leads.
      if (dialled.isSearching()) heard()
      if (silentMs() >= silenceMs) condemn(line)
    },
    giveUp() {
      isGivenUp = true
      for (const { giveUp } of [...open]) giveUp()
      return dialled.hangUp()
    },
  }
  return line
}
