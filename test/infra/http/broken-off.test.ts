import { connect } from 'node:net'
import { buildServer } from '@recado/infra/http/server'
import { createLogger } from '@recado/infra/logger'
import { startMetrics } from '@recado/infra/metrics'
import { test } from 'tap'
import { usualBounds } from '../../kit/bounds.ts'
import { eventually } from '../../kit/eventually.ts'

test('a body that breaks off is answered with 400, not 503, and logged as no error', async (t) => {
  const lines: string[] = []
  const log = createLogger('test', 'trace', { write: (line: string) => void lines.push(line) })
  const app = await buildServer({
    ...{ log, metrics: startMetrics(), elsewhere: [] },
    bounds: usualBounds,
  })
  t.teardown(() => app.close())
  const answers: number[] = []
  app.addHook('onSend', async (_, reply) => void answers.push(reply.statusCode))
  app.register((hooks, _, done) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)
    hooks.post('/hooks/raw', async () => ({}))
    done()
  })
  app.post('/json', async () => ({}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  lines.length = 0
  for (const path of ['/hooks/raw', '/json']) {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"a":`,
    )
    await new Promise((begun) => app.server.once('request', begun))
    socket.destroy()
  }
  t.same(await eventually(() => answers.length === 2 && answers), [400, 400])
  t.same(
    lines.filter((line) => JSON.parse(line).level >= 40),
    [],
  )
})
