// Receives webhooks, verifies them, and prints each event once. Plain Node 20, nothing to install.
//   npm start, then in another terminal: node examples/receive-webhook.mjs
//       sets the webhook of the first demo connection to this program, and requests a sample event
//   SECRET=whsec_... PORT=4000 node examples/receive-webhook.mjs
//       only receives
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

/** An older signature may be a recorded request that an attacker sends again. Every retry has a new signature. */
const REPLAY_WINDOW_SECONDS = 300
const MAX_CHARACTERS = 8_000_000
const seen = new Set()
let secret = process.env.SECRET ?? ''

/** Standard Webhooks: base64 HMAC of "id.time.body", keyed with the bytes after whsec_; several while a secret is replaced. */
function isStandard(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': given = '' } = headers
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
  return isFresh(time) && given.split(' ').some((one) => isSame(one, `v1,${signature}`))
}

/** The other scheme: hex HMAC of "time.body", keyed with the whole secret as text. It does not sign the id; one scheme suffices. */
function isService(headers, body) {
  const parts = String(headers['x-service-signature']).split(',')
  const time = parts[0].replace(/^t=/, '')
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return isFresh(time) && parts.slice(1).some((one) => isSame(one, `v1=${signature}`))
}

const print = (line) => process.stdout.write(`${line}\n`)
const isFresh = (time) => Math.abs(Date.now() / 1000 - Number(time)) <= REPLAY_WINDOW_SECONDS
const bytes = (text) => Buffer.from(text, 'latin1')
const isSame = (a, b) => a.length === b.length && timingSafeEqual(bytes(a), bytes(b))

/** The exact body, since parsing and serialising may change it; null if the sender broke off or sent more than any event has. */
async function bodyOf(request) {
  let body = ''
  try {
    for await (const text of request.setEncoding('utf8')) {
      body += text
      if (body.length > MAX_CHARACTERS) return null
    }
    return body
  } catch {
    return null
  }
}

const server = createServer(async (request, response) => {
  const body = await bodyOf(request)
  if (body === null) return response.writeHead(400, { connection: 'close' }).end()
  const { headers } = request
  if (!isStandard(headers, body) || !isService(headers, body)) return response.writeHead(400).end()
  response.writeHead(204).end() // answer before working: the time-out is 15 seconds
  if (seen.has(headers['webhook-id'])) return // a repeat of an event whose answer got lost
  seen.add(headers['webhook-id'])
  const { test = false, sequence } = JSON.parse(body)
  print(JSON.stringify({ type: headers['x-service-event'], test, sequence }))
})

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}/`
  print(`listening on ${url}`)
  if (secret !== '') return
  const { RECADO_DATA_DIR: dataDir = '.recado' } = process.env
  const { base_url, accounts } = JSON.parse(await readFile(`${dataDir}/demo.json`, 'utf8'))
  // Whoever made this folder also wrote that file: only a server of this machine can be an npm start.
  const { hostname } = new URL(base_url)
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
    throw new Error(`${dataDir}/demo.json names ${hostname}, which is not this machine`)
  const [{ api_key, connections }] = accounts
  const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' }
  const call = (method, path, of) => {
    const body = JSON.stringify({ connection_id: connections[0].id, ...of })
    return fetch(base_url + path, { method, headers, body, redirect: 'error' })
  }
  secret = (await (await call('PUT', '/webhooks', { url })).json()).data.secret
  await call('POST', '/webhooks/test', { event: 'whatsapp.message.received' })
})
