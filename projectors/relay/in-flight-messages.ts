import { EventEmitter, once } from 'node:events'
import { processTime, type RunningTime } from '@recado/infra/concurrency/running-time'
import type { FactMessage } from './fact-message.ts'
import { StreamRefused } from './troubles.ts'

const MAX_MESSAGES = 512
const MAX_BYTES = 4 * 1024 * 1024
const ANSWER_MS = 5_000
const LOOK_MS = 500

type Sent = { readonly sequence: number; readonly at: number; readonly message: FactMessage }

export type InFlightMessages = {
  sent(sequence: number, message: FactMessage): void
  stored(upTo: number): void
  /** Fails all: no further message is reported as stored. */
  fail(error: unknown): void
  check(): void
  isEmpty(): boolean
  hasRoom(): boolean
  /** Waits while too much is on its way; returns at once after the signal aborts. @throws the error that failed it */
  room(): Promise<void>
  /** Waits until all messages are stored. @throws the error that failed it */
  drained(): Promise<void>
  close(): void
}

/** Opens empty. A message that gets no answer in time, counted while this process runs, fails it. @param onStored called for each message, in order */
export function inFlightMessages(
  signal: AbortSignal,
  onStored: (message: FactMessage) => void,
  time: Pick<RunningTime, 'now' | 'every'> = processTime(),
): InFlightMessages {
  const sent: Sent[] = []
  const wake = new EventEmitter()
  let bytes = 0
  let failure: unknown
  const ring = () => void wake.emit('change')
  const fail = (error: unknown) => {
    failure ??= error
    ring()
  }
  const check = () => {
    if (failure !== undefined) throw failure
  }
  const until = async (done: () => boolean) => {
    while (!done() && failure === undefined && !signal.aborted) await once(wake, 'change')
    check()
  }
  const hasRoom = () => sent.length < MAX_MESSAGES && bytes < MAX_BYTES
  const endWatch = time.every(LOOK_MS, () => {
    const [oldest] = sent
    const isLate = oldest !== undefined && time.now() - oldest.at > ANSWER_MS
    if (isLate) fail(new StreamRefused('no answer'))
  })
  signal.addEventListener('abort', ring)
  return {
    ...{ fail, check },
    isEmpty: () => sent.length === 0,
    sent(sequence, message) {
      bytes += message.body.byteLength
      sent.push({ sequence, at: time.now(), message })
    },
    stored(upTo) {
      if (failure !== undefined) return
      // A later answer covers a lost one, because each message requires the one before it.
      for (let first = sent[0]; first !== undefined && first.sequence <= upTo; first = sent[0]) {
        sent.shift()
        bytes -= first.message.body.byteLength
        onStored(first.message)
      }
      ring()
    },
    hasRoom() {
      check()
      return hasRoom()
    },
    room: () => until(hasRoom),
    drained: () => until(() => sent.length === 0),
    close() {
      endWatch()
      signal.removeEventListener('abort', ring)
    },
  }
}
