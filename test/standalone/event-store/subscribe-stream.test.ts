import type { LogView } from '@recado/standalone/event-store/log/log-view'
import { Ring } from '@recado/standalone/event-store/log/ring'
import { TOMBSTONE } from '@recado/standalone/event-store/protocol/recorded'
import { subscribeStream } from '@recado/standalone/event-store/protocol/subscribe-stream'
import { test } from 'tap'

test('a subscription after the last revision there is asks the database for none beyond it', async (t) => {
  const asked: bigint[] = []
  const streamPage = async ({ from }: { from: bigint }) => {
    asked.push(from)
    return null
  }
  const ring = new Ring(1_000_000, 0n)
  const view = { reader: { streamPage }, ring, version: '24.10.0' } as unknown as LogView
  const wanted = { from: TOMBSTONE, form: 'structured', resolveLinks: false } as const
  const stopping = new AbortController()
  const request = { kind: 'subscribe_stream', stream: 'thing-1', ...wanted } as const
  const pages = subscribeStream(request, view, stopping.signal)
  await pages.next()
  await pages.next()
  stopping.abort()
  t.same(asked, [TOMBSTONE])
})
