import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRecado } from '@recado/client'
import { test } from 'tap'

test('a request without a response is repeated if it is safe to repeat', async (t) => {
  const calls: string[] = []
  const server = createServer(({ method = '' }, response) => {
    calls.push(method)
    const isFirst = calls.filter((call) => call === method).length === 1
    if (method === 'GET' && !isFirst)
      response.setHeader('content-type', 'application/json').end('{"data":[]}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const recado = createRecado({
    apiKey: 'rcd_live_x',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    retry: { answerMs: 2_000, firstWaitMs: 1 },
  })
  t.same((await recado.GET('/stages')).data, { data: [] })
  const once = recado.POST('/stages', { body: { name: 'Once' } })
  await t.rejects(once, { code: 'unreachable', message: /no answer within 2000 ms/ })
  // On a busy machine it may be given up before it is sent.
  t.ok(calls.filter((call) => call === 'POST').length <= 1)
})
