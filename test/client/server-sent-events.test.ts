import { blocksOf } from '@recado/client/server-sent-events'
import { test } from 'tap'

test('an event without an end is refused before it fills the memory', async (t) => {
  let sent = 0
  const chunk = new TextEncoder().encode('x'.repeat(1024 * 1024))
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      sent += 1
      controller.enqueue(chunk)
    },
  })
  const blocks = blocksOf(body)
  await t.rejects(blocks.next(), TypeError)
  t.ok(sent < 30, `${sent} MB`)
})

test('events are parsed however their bytes are split', async (t) => {
  const text = new TextEncoder().encode('id: a\n\n: ping\n\nid: b\ndata: {"x":"ç"}\n\n')
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const byte of text) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const blocks = []
  for await (const block of blocksOf(body)) blocks.push(block)
  t.same(blocks, [
    { id: 'a', data: null },
    { id: 'b', data: '{"x":"ç"}' },
  ])
})
