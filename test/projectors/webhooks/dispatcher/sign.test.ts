import { createHmac } from 'node:crypto'
import { requestHeaders } from '@recado/application/webhooks/request-headers'
import { signaturesOf } from '@recado/projectors/webhooks/dispatcher/sign'
import { Webhook } from 'standardwebhooks'
import { test } from 'tap'

const body = Buffer.from('{"type":"whatsapp.message.received","n":1}')
/** The headers of a POST at a Unix time. */
function signatureHeaders(secrets: string[], event_id: string, seconds: number, body: Buffer) {
  const signed = signaturesOf(secrets, event_id, seconds, body)
  const at = new Date(seconds * 1000).toISOString()
  const of = { id: 'd1', event: 'whatsapp.message.received', event_id, position: 1 }
  return requestHeaders(of, { ...signed, at })
}
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'

test('the published test vector of the Standard Webhooks headers is reproduced', async (t) => {
  const headers = signatureHeaders([SECRET], 'msg_0001', 1767225600, body)
  t.equal(headers['webhook-signature'], 'v1,6CR72jxwuum9QqNmXUOZGTr1RcAGSSJlTdso0Ysff2k=')
  t.equal(headers['webhook-id'], 'msg_0001')
  t.equal(headers['webhook-timestamp'], '1767225600')
})

test('the documented test vector of the service signature is reproduced', async (t) => {
  const headers = signatureHeaders(['whsec_test_secret'], 'msg_0001', 1767225600, body)
  t.equal(
    headers['x-service-signature'],
    't=1767225600,v1=4076938140e946c84c35ff2c19d779f0d07204398e9e062e4ae984c71cff8d6a',
  )
})

test('the reference library accepts a signature, and refuses a changed body', async (t) => {
  const seconds = Math.floor(Date.now() / 1000)
  const headers = signatureHeaders([SECRET], 'e1', seconds, body)
  const library = new Webhook(SECRET)
  t.same(library.verify(body, headers), { type: 'whatsapp.message.received', n: 1 })
  t.throws(() => library.verify(`${body} `, headers))
})

test('during a rotation either secret verifies the signature', async (t) => {
  const older = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const seconds = Math.floor(Date.now() / 1000)
  const headers = signatureHeaders([SECRET, older], 'e1', seconds, body)
  t.ok(new Webhook(SECRET).verify(body, headers))
  t.ok(new Webhook(older).verify(body, headers))
  t.match(headers['x-service-signature'], /^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
})

test('a secret without the prefix is used as text in both schemes', async (t) => {
  const headers = signatureHeaders(['topsecret'], 'e1', 5, body)
  const expected = createHmac('sha256', 'topsecret').update(`e1.5.${body}`).digest('base64')
  t.equal(headers['webhook-signature'], `v1,${expected}`)
})
