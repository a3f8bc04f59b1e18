import { createServer } from 'node:http'
import { waitForPairing } from '@recado/standalone/demo/wait-for-pairing'
import { test } from 'tap'

/** What a key of the smallest plan may call in a minute. */
const LIMIT = 120

test('the wait for a session that nobody pairs leaves the newcomer nine tenths of his first minute', async (t) => {
  let calls = 0
  const server = createServer((_request, response) => {
    calls += 1
    response.end('{"data":{"status":"pending"}}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as { port: number }
  let waitedMs = 0
  await waitForPairing(`http://127.0.0.1:${port}`, [ACCOUNT], async (ms) => {
    waitedMs += ms
  })
  t.ok(calls <= LIMIT / 10, `${calls} calls`)
  t.ok(waitedMs >= 10_000, 'a slow machine has time to pair it')
  t.ok(waitedMs <= 20_000, 'a gateway that needs a person does not stop the start')
})

const ACCOUNT = {
  id: 'one',
  plan: 'basic',
  api_key: 'key',
  read_only_key: 'key',
  connections: [
    { id: 'two', type: 'freemium', phone_number_digits: '5511900000001', session: 's' },
  ],
} as const
