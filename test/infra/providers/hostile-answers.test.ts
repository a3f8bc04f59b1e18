import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectGraphApi } from '@recado/infra/providers/graph-api/graph-client'
import { prepareSend as viaGraph } from '@recado/infra/providers/graph-api/prepare-send'
import type { OutboundMessage, SendOutcome } from '@recado/infra/providers/send-call'
import { prepareSend as viaWaha } from '@recado/infra/providers/waha/prepare-send'
import { connectWaha } from '@recado/infra/providers/waha/waha-client'
import { type Test, test } from 'tap'
import { sendOnce } from '../../kit/send-once.ts'
import { officialNumber as official, textMessage } from './sends.ts'

const freemium = { ...official, type: 'freemium', session: 'conn_1' }
/** The gateway knows the recipient by its own form of the number. */
const text: OutboundMessage = {
  ...textMessage,
  recipient: { ...textMessage.recipient, wa_id: '553187654321' },
}

const vault = {
  put: async () => 'x',
  get: async () => 'the-token',
  answers: async () => true,
  close: async () => undefined,
}
const lease = { take: async () => true, release: async () => undefined }

type Say = (response: ServerResponse) => void
type Gateway = 'graph' | 'waha'

/** Sends one message through a provider that answers by `say`. */
async function sent(t: Test, gateway: Gateway, say: Say): Promise<SendOutcome> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => say(response))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const graph = connectGraphApi({ baseUrl, version: 'v25.0', timeoutMs: 10_000 })
  const gatewayClient = connectWaha({ baseUrl, apiKey: async () => null, timeoutMs: 10_000 })
  t.teardown(async () => {
    await Promise.all([graph.close(), gatewayClient.close()])
    server.closeAllConnections()
    server.close()
  })
  return gateway === 'graph'
    ? sendOnce(viaGraph(graph, vault), official, text)
    : sendOnce(viaWaha(gatewayClient, lease), freemium, text)
}

const answers =
  (status: number, body: string): Say =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }

const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`
const graphError = (message: string, details: string) =>
  JSON.stringify({ error: { code: 131047, message, error_data: { details } } })

for (const gateway of ['graph', 'waha'] as const) {
  test(`${gateway}: a response nested too deeply is ignored`, async (t) => {
    const accepted = `{"id":"3EB0AA","messages":[{"id":"wamid.A"}],"more":${nested(9_000)}}`
    t.match(await sent(t, gateway, answers(200, accepted)), { outcome: 'unknown' })
    const refused = await sent(t, gateway, answers(400, `{"message":${nested(9_000)}}`))
    t.match(refused, { outcome: 'refused', error: { code: 'http_400' } })
  })

  test(`${gateway}: an endless response is aborted, and the outcome is unknown`, async (t) => {
    const piece = 'x'.repeat(64 * 1024)
    let written = 0
    const outcome = await sent(t, gateway, (response) => {
      const more = () => {
        if (response.destroyed) return
        written += piece.length
        if (response.write(piece)) setImmediate(more)
        else response.once('drain', more)
      }
      response.writeHead(200)
      more()
    })
    t.match(outcome, { outcome: 'unknown' })
    t.ok(written < 32 * 1024 * 1024, `${written} bytes were taken`)
  })

  test(`${gateway}: an invalid message id leaves the outcome unknown`, async (t) => {
    for (const id of ['', ' ', 'a b', '\u0000', 'x'.repeat(513), 7, null, {}]) {
      const body = JSON.stringify({ id, messages: [{ id }] })
      t.match(
        await sent(t, gateway, answers(200, body)),
        { outcome: 'unknown' },
        JSON.stringify(id),
      )
    }
  })

  test(`${gateway}: only the start of a long response is kept`, async (t) => {
    const body = { id: '3EB0AA', messages: [{ id: 'wamid.A' }], more: 'x'.repeat(1_000_000) }
    const outcome = await sent(t, gateway, answers(200, JSON.stringify(body)))
    t.match(outcome, { outcome: 'accepted' })
    t.ok(JSON.stringify(outcome).length < 20_000)
  })
}

test('an error text of 2 MB is cut between characters', async (t) => {
  const body = graphError('👋'.repeat(200_000), '\u{1F600}x'.repeat(200_000))
  const outcome = await sent(t, 'graph', answers(400, body))
  t.match(outcome, { outcome: 'refused', error: { code: 131047, class: 'window_closed' } })
  t.ok(JSON.stringify(outcome).length < 20_000)
  t.ok(JSON.stringify(outcome).isWellFormed() && !JSON.stringify(outcome).includes('\\ud8'))
})

test('lone surrogates and NUL characters are replaced', async (t) => {
  const body = graphError('a', 'b').replace('"a"', '"\\ud83d a"').replace('"b"', '"b\\u0000"')
  const outcome = await sent(t, 'graph', answers(400, body))
  t.match(outcome, {
    outcome: 'refused',
    error: { title: '\uFFFD a', details: 'b\uFFFD' },
    answer: { error: { message: '\uFFFD a' } },
  })
})

test('a response that is not valid UTF-8 is still read', async (t) => {
  const outcome = await sent(t, 'graph', (response) => {
    response.writeHead(400)
    response.end(Buffer.from(graphError('\u00ff', ''), 'latin1'))
  })
  t.match(outcome, { outcome: 'refused', error: { code: 131047, title: '\uFFFD' } })
})
