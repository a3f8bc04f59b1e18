import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { forward } from '@recado/cli/forward'
import { verifyWebhook, WebhookVerificationError } from '@recado/client'
import { signaturesOf } from '@recado/projectors/webhooks/dispatcher/sign'
import { test } from 'tap'

const BODY = '{"type":"whatsapp.message.received"}'
const EVENT = 'b0a1d6c6-1c6e-4a3c-9d53-0a6b7a0e5a01'
/** Secrets chosen by clients: PUT /webhooks accepts them, though they are not base64 after the prefix, or not ASCII. */
const OWN = ['whsec_test_secret', 'whsec_my-own secret', 'só nosso: não é base64']
const DRAWN = `whsec_${Buffer.from('drawn by ourselves, 32 bytes ...').toString('base64')}`

/** The headers of a delivery signed now with these secrets. */
function signedBy(...secrets: string[]) {
  const seconds = Math.floor(Date.now() / 1_000)
  const { service, standard } = signaturesOf(secrets, EVENT, seconds, Buffer.from(BODY))
  return {
    'webhook-id': EVENT,
    'webhook-timestamp': String(seconds),
    'webhook-signature': standard,
    'x-service-signature': service,
  }
}

/** What a call throws; null when it throws nothing. */
function refusal(call: () => unknown): unknown {
  try {
    call()
    return null
  } catch (error) {
    return error
  }
}

test('a secret chosen by the client verifies what it signed, and nothing else', async (t) => {
  for (const secret of OWN) {
    const headers = signedBy(secret)
    t.match(verifyWebhook(secret, BODY, headers), { type: 'whatsapp.message.received' })
    t.ok(
      refusal(() => verifyWebhook(secret, `${BODY} `, headers)) instanceof WebhookVerificationError,
    )
    t.throws(() => verifyWebhook(secret, BODY, signedBy(DRAWN)), /No secret matches/)
    const unsigned = {
      ...headers,
      'webhook-signature': 'v1,AAAA',
      'x-service-signature': 't=1,v1=00',
    }
    t.throws(() => verifyWebhook(secret, BODY, unsigned), /No secret matches/)
  }
})

test('during a rotation either secret verifies', async (t) => {
  const [own = ''] = OWN
  for (const secrets of [
    [own, DRAWN],
    [DRAWN, own],
  ])
    for (const signer of secrets) t.ok(verifyWebhook(secrets, BODY, signedBy(signer)))
})

test('what the command forwards is signed with such secrets too', async (t) => {
  const heard: { headers: Record<string, string | string[] | undefined>; body: string }[] = []
  const server = createServer(async (request, response) => {
    heard.push({ headers: request.headers, body: String(await request.toArray()) })
    response.end()
  }).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const event = { id: EVENT, type: 'whatsapp.message.received', text: BODY }
  for (const secret of [...OWN, DRAWN]) {
    t.match(await forward(to, event, secret), { status: 200, error: null })
    const { headers = {}, body = '' } = heard.pop() ?? {}
    t.match(verifyWebhook(secret, body, headers), { type: event.type })
    const seconds = Number(headers['webhook-timestamp'])
    const { standard } = signaturesOf([secret], EVENT, seconds, Buffer.from(BODY))
    t.equal(headers['webhook-signature'], standard, 'as a delivery is signed')
  }
})
