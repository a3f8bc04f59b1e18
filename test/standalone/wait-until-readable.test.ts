import { createServer } from 'node:http'
import { waitUntilReadable } from '@recado/standalone/wait-until-readable'
import { test } from 'tap'

test('a start waits until reads are answered, and says what it waits for', async (t) => {
  const filling = 'the read models are being filled from the log: 40 %, about 9 s left'
  const answers = [null, filling, filling, 'the last one', true] as const
  let asked = 0
  const server = createServer((request, response) => {
    t.equal(request.url, '/readyz')
    const says = answers[asked++] ?? null
    // As a process that has just crashed.
    if (says === null) return void request.socket.destroy()
    const reasons = says === true ? {} : { read_models: says }
    response.writeHead(says === true ? 200 : 503).end(JSON.stringify({ reasons }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as { port: number }
  const told: string[] = []
  await waitUntilReadable(`http://127.0.0.1:${port}`, (line) => told.push(line))
  t.equal(asked, answers.length)
  t.same(told, [filling], 'once at first, and then every five seconds')
})
