import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { requestHeaders } from '@recado/application/webhooks/request-headers'
import { signaturesOf } from '@recado/projectors/webhooks/dispatcher/sign'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'

const PROGRAM = fileURLToPath(new URL('../../examples/receive-webhook.mjs', import.meta.url))
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'
const event = 'whatsapp.message.received'
const body = JSON.stringify({ id: 'e1', type: event, sequence: 7 })

test('the example accepts what Recado signs, processes it once, and refuses anything else', async (t) => {
  const program = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env.PATH, SECRET, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => program.kill('SIGKILL'))
  const lines: string[] = []
  createInterface({ input: program.stdout }).on('line', (line) => lines.push(line))
  const url = await eventually(() => /http\S+/.exec(lines[0] ?? '')?.[0])
  const post = async (sent: { secret?: string; ago?: number; body?: string; id?: string }) => {
    const { secret = SECRET, ago = 0, id = 'e1' } = sent
    const at = new Date(Date.now() - ago * 1000)
    const seconds = Math.floor(at.getTime() / 1000)
    const signed = signaturesOf([secret], id, seconds, Buffer.from(body))
    const of = { id: 'd1', event, event_id: id, position: 1 }
    const headers = requestHeaders(of, { ...signed, at: at.toISOString() })
    return (await fetch(url, { method: 'POST', headers, body: sent.body ?? body })).status
  }
  await breakOff(url)
  t.equal(await post({}), 204, 'a request that broke off blocks nobody')
  t.equal(await post({}), 204, 'a repeat is accepted')
  t.equal(await post({ id: 'e2', ago: 299 }), 204)
  t.equal(await post({ id: 'e3', ago: 301 }), 400, 'too old')
  t.equal(await post({ id: 'e3', secret: 'whsec_b3RoZXI=' }), 400)
  t.equal(await post({ id: 'e3', body: `${body} ` }), 400)
  t.equal((await fetch(url, { method: 'POST', body })).status, 400)
  await eventually(() => lines.length === 3)
  t.same(JSON.parse(lines[1] ?? ''), { type: event, test: false, sequence: 7 })
})

/** Starts a request and disconnects within its body. */
async function breakOff(url: string): Promise<void> {
  const { hostname: host, port } = new URL(url)
  const socket = connect({ host, port: Number(port) })
  await new Promise<void>((sent) => {
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{', () => sent())
  })
  socket.resetAndDestroy()
  await once(socket, 'close')
}
