import { deepStrictEqual as deepEqual } from 'node:assert/strict'
import { convertGrpcEvent } from '@eventstore/db-client/dist/utils/convertGrpcEvent.js'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { upcasting } from '@recado/domain/upcasters'
import {
  deliveredFact,
  type ReceivedEvent,
  receivedPosition,
} from '@recado/infra/event-store/delivered-fact'
import { positionOf, recordedEvent } from '@recado/infra/event-store/recorded-event'
import fc from 'fast-check'
import { test } from 'tap'

const noCounts = () => ({ received: 0, parsed: 0 })

type Stored = {
  readonly type: string
  readonly stream: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
  readonly contentType: string
  readonly created: string
  readonly hasCommit: boolean
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))
const json = fc.jsonValue().map((value) => bytesOf(JSON.stringify(value)))
const fact = fc
  .record({ text: fc.string(), kind: fc.constantFrom('new', 'old') })
  .map((value) => bytesOf(JSON.stringify(value)))
const malformed = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.constantFrom('', '{', 'null', '"text"', '[1]', '\uFEFF{}', '{"a":"\uD800"}').map(bytesOf),
)
const versioned = fc
  .record({ schema_version: fc.oneof(fc.constantFrom(1, 2, 3, 4), fc.jsonValue()) })
  .map((value) => bytesOf(JSON.stringify(value)))

const stored: fc.Arbitrary<Stored> = fc.record({
  type: fc.constantFrom('ThingSeen', 'OtherSeen', 'FailingSeen', '$metadata', '$>'),
  stream: fc.constantFrom('thing-1', 'thing-ü', '$$thing-1', 'thing-$1'),
  data: fc.oneof(fact, json, malformed),
  metadata: fc.oneof(versioned, json, malformed),
  contentType: fc.constantFrom('application/json', 'application/octet-stream'),
  created: fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String),
    fc.constantFrom('', 'yesterday', '17952285900000001'),
  ),
  hasCommit: fc.boolean(),
})

/** The event as it arrives: encoded by a server, decoded by the client. */
function arrived(of: Stored): ReceivedEvent {
  const wire = new streamsPb.ReadResp.ReadEvent.RecordedEvent()
  wire.setId(new sharedPb.UUID().setString('0b0c57a3-3f2b-4d8e-8f4e-6a2d1c3b5a79'))
  wire.setStreamIdentifier(new sharedPb.StreamIdentifier().setStreamName(bytesOf(of.stream)))
  wire.setStreamRevision('7').setCommitPosition('1200').setPreparePosition('1100')
  wire.setData(of.data).setCustomMetadata(of.metadata)
  wire.getMetadataMap().set('type', of.type).set('content-type', of.contentType)
  wire.getMetadataMap().set('created', of.created)
  const event = new streamsPb.ReadResp.ReadEvent().setEvent(wire)
  if (of.hasCommit) event.setCommitPosition('1234')
  return streamsPb.ReadResp.ReadEvent.deserializeBinary(event.serializeBinary())
}

const steps = upcasting({
  ThingSeen: [
    ({ text, ...data }) => ({ ...data, note: text }),
    ({ kind, ...data }) => ({ ...data, is_new: kind === 'new' }),
  ],
  FailingSeen: [
    () => {
      throw new Error('no text')
    },
  ],
})

test('a delivered fact equals the same fact read at once, malformed or of an older version too', (t) => {
  fc.assert(
    fc.property(stored, fc.boolean(), (of, metadataFirst) => {
      const received = arrived(of)
      const resolved = convertGrpcEvent(received)
      const read = recordedEvent(resolved, steps)
      const delivered = deliveredFact(received, noCounts(), steps)
      deepEqual(receivedPosition(received), positionOf(resolved))
      if (delivered === null || read === null) return deepEqual(delivered, read)
      if (!metadataFirst) deepEqual(delivered.event, read)
      for (const name of ['id', 'type', 'stream', 'revision', 'position', 'metadata'] as const)
        deepEqual(delivered[name], read[name])
      deepEqual(delivered.event, read)
    }),
    { numRuns: 1_000 },
  )
  t.end()
})

test('the data of a delivered fact is parsed on its first use, and once', (t) => {
  const counts = noCounts()
  const received = arrived({
    ...{ type: 'OtherSeen', stream: 'thing-1', created: '0', hasCommit: true },
    ...{ contentType: 'application/json', data: bytesOf('{"a":1}') },
    metadata: bytesOf('{"schema_version":1}'),
  })
  const delivered = deliveredFact(received, counts)
  t.same(delivered?.metadata, { schema_version: 1 })
  t.same([delivered?.id, delivered?.revision], ['0b0c57a3-3f2b-4d8e-8f4e-6a2d1c3b5a79', 7n])
  t.same(counts, { received: 1, parsed: 0 })
  t.same(delivered?.event.data, { a: 1 })
  t.equal(delivered?.event, delivered?.event)
  t.same(counts, { received: 1, parsed: 1 })
  t.end()
})
