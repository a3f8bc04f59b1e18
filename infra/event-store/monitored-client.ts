import type { EventStoreDBClient } from '@eventstore/db-client'
import type { RunningTime } from '../concurrency/running-time.ts'
import { GivenUp, isAnswer, NoAnswer, spoilsClient } from './client-fault.ts'
import type { Dialled } from './dial.ts'

/** A call that the client has begun and the server has not answered. */
type OpenCall = { readonly since: number; readonly giveUp: () => void }

/**
 * A client of the server whose connection is watched. Only its silence counts against it: calls were begun on it and
 * none was answered. Neither how long a caller waits counts, nor a call on another client, nor time in which this
 * process stood still.
 */
export type MonitoredClient = {
  readonly client: EventStoreDBClient
  isGivenUp(): boolean
  /** Passes when the server's version is known and new enough. @throws StoreTooOld, or as `answer` */
  check(timeoutMs: number): Promise<void>
  /** Waits for the answer to a call, and notes its outcome. @throws NoAnswer, GivenUp, or the client's error */
  answer<T>(timeoutMs: number, call: Promise<T>): Promise<T>
  /** Waits until something arrives, which the caller notes. @throws NoAnswer, GivenUp */
  wait<T>(timeoutMs: number, sign: Promise<T>): Promise<T>
  /** Counts a call as unanswered until the returned function is called. @param giveUp ends the call with the client */
  beginCall(giveUp: () => void): () => void
  /** Notes that the server has sent something. */
  noteAnswer(): void
  /** Notes how a call failed: the failure may be an answer. */
  reportFailedCall(error: unknown): void
  /** Requests a replacement if the server has been silent for too long. */
  checkSilence(): void
  /** Ends all calls and closes the client. */
  giveUp(): Promise<void>
}

/** @param requestReplacement called when the client should be replaced, and again at each check while it stays in use */
export function monitorClient(
  dialled: Dialled,
  time: RunningTime,
  silenceMs: number,
  requestReplacement: (monitored: MonitoredClient) => void,
): MonitoredClient {
  /** In the order in which they began. */
  const open = new Set<OpenCall>()
  let heardAt = time.now()
  let isChecked = false
  let isGivenUp = false

  const noteAnswer = () => {
    heardAt = time.now()
  }
  const beginCall = (giveUp: () => void) => {
    const call: OpenCall = { since: time.now(), giveUp }
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
      end = beginCall(() => reject(new GivenUp()))
    })
    // Open until it settles, not until its caller gives up: the server still owes an answer.
    sign.then(end, end)
    return time.within(timeoutMs, Promise.race([sign, givenUp]), () => {
      monitored.checkSilence()
      return new NoAnswer(timeoutMs)
    })
  }
  const monitored: MonitoredClient = {
    client: dialled.client,
    isGivenUp: () => isGivenUp,
    beginCall,
    noteAnswer,
    wait,
    async check(timeoutMs) {
      if (isChecked) return
      await monitored.answer(timeoutMs, dialled.check())
      isChecked = true
    },
    answer(timeoutMs, call) {
      call.then(noteAnswer, monitored.reportFailedCall)
      return wait(timeoutMs, call)
    },
    reportFailedCall(error) {
      if (isAnswer(error)) noteAnswer()
      else if (spoilsClient(error)) requestReplacement(monitored)
    },
    checkSilence() {
      // The nodes answer; none of them leads.
      if (dialled.isSearching()) noteAnswer()
      if (silentMs() >= silenceMs) requestReplacement(monitored)
    },
    giveUp() {
      isGivenUp = true
      for (const { giveUp } of [...open]) giveUp()
      return dialled.close()
    },
  }
  return monitored
}
