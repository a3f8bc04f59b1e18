import type { Dispatcher } from 'undici'
import type { RunningTime } from '../concurrency/running-time.ts'
import { describeFailure, InvalidAnswer, NoAnswerInTime, type Unanswered } from './unanswered.ts'

export type WebhookAnswer =
  | {
      readonly status: number
      readonly retryAfter: string | null
      /** The first 4 KiB of the answer as text; empty for 2xx. */
      readonly excerpt: string
    }
  | Unanswered

const MAX_EXCERPT_BYTES = 4096
/** A longer body is cut off, and its connection is closed. */
const MAX_BODY_BYTES = 64 * 1024

class EnoughRead extends Error {}

/** Reads one answer. The status decides, whatever becomes of the body. @param timeoutMs from writing the request, in running time */
export function answerReader(
  timeoutMs: number,
  done: (answer: WebhookAnswer) => void,
  time: Pick<RunningTime, 'after'>,
): Dispatcher.DispatchHandler {
  let head: { status: number; retryAfter: string | null } | undefined
  let size = 0
  const parts: Buffer[] = []
  let stopWaiting = (): void => undefined
  const ended = (error: unknown) => {
    stopWaiting()
    if (head === undefined) return done(describeFailure(error))
    const { status, retryAfter } = head
    done({ status, retryAfter, excerpt: isSuccess(status) ? '' : excerptOf(parts) })
  }
  return {
    onRequestStart(controller) {
      const late = () => controller.abort(new NoAnswerInTime(timeoutMs))
      stopWaiting = time.after(timeoutMs, late)
    },
    onResponseStart(controller, status, headers) {
      // 1xx is not the final answer, and an impossible status is none at all.
      if (status >= 100 && status < 200) return
      if (status < 200 || status > 999) return controller.abort(new InvalidAnswer(status))
      const retryAfter = headers['retry-after']
      head = { status, retryAfter: typeof retryAfter === 'string' ? retryAfter : null }
    },
    onResponseData(controller, chunk) {
      if (size < MAX_EXCERPT_BYTES) parts.push(chunk)
      size += chunk.length
      if (size > (isSuccess(head?.status) ? MAX_BODY_BYTES : MAX_EXCERPT_BYTES))
        controller.abort(new EnoughRead())
    },
    onResponseEnd: () => ended(undefined),
    onResponseError: (_, error) => ended(error),
  }
}

function excerptOf(parts: readonly Buffer[]): string {
  return firstBytes(Buffer.from(firstBytes(Buffer.concat(parts))))
}

/** The text of the first bytes, without a character that the cut breaks. Replaced invalid bytes can make it longer. */
function firstBytes(bytes: Buffer): string {
  return new TextDecoder().decode(bytes.subarray(0, MAX_EXCERPT_BYTES), { stream: true })
}

function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300
}
