import type streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import type { Hostility } from './hostility.ts'
import type { LogView } from './log-view.ts'
import { cancellation, pump, type StreamingCall } from './pump.ts'
import { readAll } from './read-all.ts'
import { type ReadRequest, readRequest } from './read-request.ts'
import { readStream } from './read-stream.ts'
import { asRpcError, deadlineExceeded, hasPassed } from './rpc-error.ts'
import { subscribeAll } from './subscribe-all.ts'
import { subscribeStream } from './subscribe-stream.ts'

/** The handler of `Read`, which is every read and every subscription. */
export function readHandler(view: LogView, hostility: Hostility) {
  return (call: StreamingCall<streamsPb.ReadReq>): void => {
    try {
      if (hasPassed(call.getDeadline())) throw deadlineExceeded()
      const signal = cancellation(call)
      const pages = pagesOf(readRequest(call.request), view, hostility, signal)
      void pump(call, pages, signal, hostility.delay)
    } catch (error) {
      call.emit('error', asRpcError(error))
    }
  }
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
      return subscribeStream(request, view, signal)
    case 'subscribe_all':
      return subscribeAll(request, view, hostility, signal)
  }
}
