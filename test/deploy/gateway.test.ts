import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'tap'
import { startNginxBefore } from '../kit/nginx.ts'

const NOBODY = '127.0.0.1:1'

test('what never reached an API is told to be unavailable, and a 502 of ours stays one', async (t) => {
  const server = createServer((_, response) => void response.writeHead(502).end('the provider'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const gateway = await startNginxBefore({ command: [NOBODY], query: [`127.0.0.1:${port}`] })
  t.teardown(() => gateway.stop())
  const refused = await fetch(`${gateway.url}/api/v1/messages`, { method: 'POST' })
  t.equal(refused.status, 503)
  t.equal(refused.headers.get('retry-after'), '1')
  t.match(await refused.json(), { error: { code: 'unavailable' } })
  const passed = await fetch(`${gateway.url}/api/v1/connections/1/health`)
  t.same([passed.status, await passed.text()], [502, 'the provider'])
})
