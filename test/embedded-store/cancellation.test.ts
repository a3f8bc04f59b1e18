import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { cancellation, type StreamingCall } from '@recado/embedded-store/protocol/pump'
import { test } from 'tap'

const opened = () => {
  const stream = Object.assign(new PassThrough(), { cancelled: false })
  return { stream, signal: cancellation(stream as unknown as StreamingCall<unknown>) }
}

test('a call that ends normally does not abort its signal', async (t) => {
  const { stream, signal } = opened()
  stream.resume().end('the last page')
  await once(stream, 'close')
  t.notOk(signal.aborted)
})

test('a call that is cut off or cancelled aborts its signal', async (t) => {
  const cut = opened()
  cut.stream.destroy()
  await once(cut.stream, 'close')
  t.ok(cut.signal.aborted)
  const cancelled = opened()
  cancelled.stream.emit('cancelled')
  t.ok(cancelled.signal.aborted)
})
