import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { FRIENDLY } from '@recado/embedded-store/hostility'
import type { LogView } from '@recado/embedded-store/log/log-view'
import { Ring } from '@recado/embedded-store/log/ring'
import { type Recorded, TOMBSTONE } from '@recado/embedded-store/protocol/recorded'
import { subscribeStream } from '@recado/embedded-store/protocol/subscribe-stream'
import { type Test, test } from 'tap'

const FORM = { form: 'structured', resolveLinks: false } as const

test('a subscription after the last revision there is asks the database for none beyond it', async (t) => {
  const asked: bigint[] = []
  const streamPage = async ({ from }: { from: bigint }) => {
    asked.push(from)
    return null
  }
  const { next } = missingStream(t, { from: TOMBSTONE, version: '24.10.0', streamPage })
  await next()
  await next()
  t.same(asked, [TOMBSTONE])
})

test('from 24.2 on a subscription to a missing stream is told at once that it has caught up', async (t) => {
  for (const version of ['24.2.0', '24.10.5', '26.0.1'])
    for (const from of ['start', 'end'] as const) {
      const { next, append } = missingStream(t, { from, version })
      t.same([await next(), await next()], ['confirmation', 'caught_up'], `${version} from ${from}`)
      append()
      t.equal(await next(), 'event')
    }
})

test('before, it is told so once the stream exists, unless it asked for the end', async (t) => {
  const version = '23.10.8'
  const { next, append } = missingStream(t, { from: 'start', version })
  t.equal(await next(), 'confirmation')
  const following = next()
  append()
  t.same([await following, await next()], ['event', 'caught_up'])
  const fromEnd = missingStream(t, { from: 'end', version })
  t.same([await fromEnd.next(), await fromEnd.next()], ['confirmation', 'caught_up'])
})

/** A subscription to a stream that does not exist until `append`. */
function missingStream(
  t: Test,
  of: {
    readonly from: bigint | 'start' | 'end'
    readonly version: string
    readonly streamPage?: (query: { from: bigint }) => Promise<null>
  },
) {
  const { from, version, streamPage = async () => null } = of
  const ring = new Ring(1_000_000, 0n)
  const view = { reader: { streamPage }, ring, version } as unknown as LogView
  const stopping = new AbortController()
  t.teardown(() => stopping.abort())
  const request = { kind: 'subscribe_stream', stream: 'thing-1', from, ...FORM } as const
  const pages = subscribeStream(request, view, FRIENDLY, stopping.signal)
  return { next: () => nextKind(pages), append: () => ring.publish([FIRST]) }
}

/** The kind of the next message, without the empty pages before it. */
async function nextKind(pages: AsyncGenerator<Buffer[]>): Promise<string> {
  for (;;) {
    const { value, done } = await pages.next()
    if (done) return 'end'
    if (value.length === 0) continue
    const message = streamsPb.ReadResp.deserializeBinary(value[0] ?? Buffer.alloc(0))
    if (message.hasConfirmation()) return 'confirmation'
    return message.hasCaughtUp() ? 'caught_up' : 'event'
  }
}

const FIRST: Recorded = {
  id: '00000000-0000-4000-8000-000000000001',
  stream: 'thing-1',
  revision: 0n,
  position: 1n,
  created: 0,
  type: 'Noted',
  json: true,
  data: Buffer.from('{}'),
  meta: Buffer.alloc(0),
}
