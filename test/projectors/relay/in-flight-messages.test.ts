import { inFlightMessages } from '@recado/projectors/relay/in-flight-messages'
import { test } from 'tap'

test('what is stored no longer takes up room', async (t) => {
  const time = { now: () => 0, every: () => () => undefined }
  const way = inFlightMessages(new AbortController().signal, () => undefined, time)
  const message = { body: Buffer.alloc(3 * 1024 * 1024) }
  for (let sequence = 1; sequence <= 3; sequence++) {
    way.sent(sequence, message as never)
    t.ok(way.hasRoom(), `message ${sequence}`)
    way.stored(sequence)
  }
  t.ok(way.isEmpty())
})
