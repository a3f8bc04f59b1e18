import { once } from 'node:events'
import type { ServerWritableStream } from '@grpc/grpc-js'
import { sleep } from '@recado/infra/concurrency/sleep'
import { asRpcError } from './rpc-error.ts'

export type StreamingCall<Request> = ServerWritableStream<Request, Buffer>

/**
 * A signal that aborts when the client disconnects or cancels. It does not abort at an ordinary end, when nothing
 * listens any more: creating the abort's error would cost a twentieth of all the work of short reads.
 */
export function cancellation(call: StreamingCall<unknown>): AbortSignal {
  const controller = new AbortController()
  if (call.cancelled) controller.abort()
  call.once('cancelled', () => controller.abort())
  call.once('close', () => {
    if (!call.writableEnded) controller.abort()
  })
  return controller.signal
}

/**
 * Writes pages to a call, no faster than the client reads them: without waiting for `drain` a slow subscriber
 * would make this process hold its whole backlog. Ends the call, with the error when there is one.
 */
export async function pump<Request>(
  call: StreamingCall<Request>,
  pages: AsyncIterable<Buffer[]>,
  signal: AbortSignal,
  pause: () => number,
): Promise<void> {
  try {
    for await (const page of pages) {
      if (signal.aborted) return
      const milliseconds = pause()
      if (milliseconds > 0) await sleep(milliseconds)
      await writePage(call, page, signal)
    }
    call.end()
  } catch (error) {
    if (!signal.aborted) call.emit('error', asRpcError(error))
  }
}

async function writePage<Request>(
  call: StreamingCall<Request>,
  page: readonly Buffer[],
  signal: AbortSignal,
): Promise<void> {
  for (const message of page) {
    if (signal.aborted) return
    if (!call.write(message)) await once(call, 'drain', { signal })
  }
}
