import { test } from 'tap'
import { type Ends, endAll } from '../kit/ends.ts'
import { eventually } from '../kit/eventually.ts'
import { residentMb } from '../kit/processes.ts'
import { environmentOf, startProcess } from '../kit/product-process.ts'
import { APP_SECRET, startServers } from '../kit/product-servers.ts'
import { signedByMeta } from '../kit/signed.ts'
import { type Stranger, stranger } from './stranger.ts'

const MB = 1024 * 1024
const SENDERS = 300

test('hook bodies that stop midway take no more than their budget, and keep no other out', async (t) => {
  const ends: Ends = []
  t.teardown(() => endAll(ends))
  const api = await startProcess('command-api', environmentOf(await startServers({}, ends)))
  ends.push(() => api.kill())
  const before = await residentMb(api.child.pid)

  // The head is valid, so only the whole body shows that the signature is forged.
  const signature = `sha256=${'0'.repeat(64)}`
  const head = `POST /hooks/whatsapp HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nx-hub-signature-256: ${signature}\r\ncontent-length: ${3 * MB}\r\n\r\n`
  const most = Buffer.alloc(2.9 * MB, '{"a":')
  const senders: Stranger[] = []
  for (let i = 0; i < SENDERS; i++) {
    const sender = stranger(t, api.port, { writes: head })
    sender.socket.write(most)
    senders.push(sender)
    if (i % 20 === 19) await eventually(() => senders.every(isSettled))
  }
  let peak = 0
  await eventually(async () => {
    peak = Math.max(peak, await residentMb(api.child.pid))
    return senders.filter(({ gone }) => gone()).length >= SENDERS - 30
  })
  t.comment(`${before} MB, then ${peak} MB`)
  t.ok(peak < before + 400, `${peak} MB beside ${before}`)

  const url = `http://127.0.0.1:${api.port}/hooks/whatsapp`
  for (let i = 0; i < 20; i++) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'x-hub-signature-256': signature },
      body: JSON.stringify({ pad: 'x'.repeat(MB) }),
    })
    t.equal(answer.status, 401, 'a complete body is read and its signature checked')
  }
  await eventually(() => senders.every(({ gone }) => gone()))
  t.match(senders.at(-1)?.heard(), /^HTTP\/1.1 408 /)
})

test('the other content of a correctly signed POST is not copied for each of its changes', async (t) => {
  const ends: Ends = []
  t.teardown(() => endAll(ends))
  const api = await startProcess('command-api', environmentOf(await startServers({}, ends)))
  ends.push(() => api.kill())
  const before = await residentMb(api.child.pid)
  const changes = Array.from({ length: 300 }, (_, i) => ({ field: 'messages', value: { i } }))
  const entry = [{ id: '1', changes }]
  for (let i = 0; i < 5; i++) {
    const body = JSON.stringify({ i, padding: 'x'.repeat(700_000), entry })
    const { headers } = signedByMeta(APP_SECRET, body)
    const url = `http://127.0.0.1:${api.port}/hooks/whatsapp`
    // Meta repeats a POST that a slow machine did not record in time.
    await eventually(async () => (await fetch(url, { method: 'POST', headers, body })).ok)
  }
  const after = await residentMb(api.child.pid)
  t.comment(`${before} MB, then ${after} MB`)
  t.ok(after < before + 200, `${after} MB beside ${before}`)
})

/** Whether the server has read all bytes, or closed the connection. */
function isSettled({ socket, gone }: Stranger): boolean {
  return gone() || socket.writableLength === 0
}
