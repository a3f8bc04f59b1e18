import { randomUUID } from 'node:crypto'
import { openEventsStream } from '@recado/projectors/relay/events-stream'
import { publishInOrder } from '@recado/projectors/relay/publish-in-order'
import { StreamRefused } from '@recado/projectors/relay/troubles'
import { connect } from 'nats'
import { test } from 'tap'
import { testNats } from '../../kit/nats.ts'
import { ACCOUNT, published } from './relaying.ts'

/** A fact at a position of the log. */
function factAt(position: bigint) {
  const [event_id, key] = [randomUUID(), null]
  const subject = `events.${ACCOUNT}.message.MessageMarkedRead`
  return { subject, position, event_id, key, body: Buffer.from(JSON.stringify({ id: event_id })) }
}

test('a relay that was suspended adds nothing to a stream that another relay has recreated', async (t) => {
  const nats = await testNats()
  t.teardown(() => nats.stop())
  const connection = await connect({ servers: nats.url })
  t.teardown(() => connection.close())
  const signal = new AbortController().signal
  const newPublisher = async () => {
    const stream = await openEventsStream(connection, { days: 1 })
    const reads = { readEnd: stream.end, readStanding: stream.standing }
    const options = { replay: null, signal, ...reads, onStored: () => undefined }
    const publisher = publishInOrder(connection, await stream.end(), options)
    t.teardown(() => publisher.close())
    return publisher
  }
  const publish = async (...positions: bigint[]) => {
    const publisher = await newPublisher()
    await publisher.publish(positions.map(factAt))
    await publisher.drained()
  }
  await publish(1n, 2n)
  const stoodStill = await newPublisher()
  const manager = await connection.jetstreamManager()
  await manager.streams.delete('EVENTS')
  await publish(5n, 6n)
  const late = stoodStill.publish([factAt(3n)]).then(() => stoodStill.drained())
  await t.rejects(late, StreamRefused)
  t.equal((await published(nats.url)).length, 2)
  await publish(7n, 8n)
  t.equal((await published(nats.url)).length, 4, 'the other goes on')
})
