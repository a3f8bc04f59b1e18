import type streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import type { Hostility } from '../hostility.ts'
import type { LogView } from '../log/log-view.ts'
import type { Guard } from './access.ts'
import { cancellation, pump, type StreamingCall } from './pump.ts'
import { readAll } from './read-all.ts'
import { type ReadRequest, readRequest } from './read-request.ts'
import { readStream } from './read-stream.ts'
import { asRpcError, deadlineExceeded, hasPassed } from './rpc-error.ts'
import { subscribeAll } from './subscribe-all.ts'
import { subscribeStream } from './subscribe-stream.ts'

export function readHandler(view: LogView, hostility: Hostility, mayRead: Guard | null) {
  return (call: StreamingCall<streamsPb.ReadReq>): void => {
    try {
      if (hasPassed(call.getDeadline())) throw deadlineExceeded()
      const signal = cancellation(call)
      const request = readRequest(call.request)
      const unguarded = pagesOf(request, view, hostility, signal)
      const allowed = mayRead?.(call, 'stream' in request ? request.stream : '$all')
      const pages = allowed ? afterGuard(allowed, unguarded) : unguarded
      void pump(call, pages, signal, hostility.delay)
    } catch (error) {
      call.emit('error', asRpcError(error))
    }
  }
}

async function* afterGuard<T>(allowed: Promise<void>, pages: AsyncIterable<T>): AsyncGenerator<T> {
  await allowed
  yield* pages
}

function pagesOf(
  request: ReadRequest,
  view: LogView,
  hostility: Hostility,
  signal: AbortSignal,
): AsyncIterable<Buffer[]> {
  switch (request.kind) {
    case 'read_stream':
      return readStream(request, view)
    case 'read_all':
      return readAll(request, view)
    case 'subscribe_stream':
      return subscribeStream(request, view, hostility, signal)
    case 'subscribe_all':
      return subscribeAll(request, view, hostility, signal)
  }
}
