import { eventsIn } from '@recado/client/server-sent-events'
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
  const events = eventsIn(body)
  await t.rejects(events.next(), TypeError)
  t.ok(sent < 30, `${sent} MB`)
})

test('events are parsed however their bytes are split', async (t) => {
  const text = new TextEncoder().encode(
    'id: a\n\n: ping\n\nid: b\nevent: fact\ndata: {"x":"ç"}\n\n',
  )
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const byte of text) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const events = []
  for await (const event of eventsIn(body)) events.push(event)
  t.same(events, [
    { id: 'a', event: null, data: null },
    { id: null, event: null, data: null },
    { id: 'b', event: 'fact', data: '{"x":"ç"}' },
  ])
})
