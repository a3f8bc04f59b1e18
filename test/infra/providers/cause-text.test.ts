import { createServer } from 'node:net'
import { causeText } from '@recado/infra/providers/cause-text'
import { test } from 'tap'
import { Agent, request } from 'undici'

test('a time-out is described in words, and a broken connection by its code', async (t) => {
  const mute = createServer(() => undefined)
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  t.teardown(() => mute.close())
  const { port } = mute.address() as { port: number }
  const url = `http://127.0.0.1:${port}`
  const failure = (options: object) =>
    request(url, options).then(
      () => 'answered',
      (error: Error) => causeText(error),
    )
  t.equal(await failure({ signal: AbortSignal.timeout(50) }), 'it did not answer in time')
  const dispatcher = new Agent({ headersTimeout: 50 })
  t.teardown(() => dispatcher.destroy())
  t.equal(await failure({ dispatcher }), 'it did not answer in time')
  const refused = await request('http://127.0.0.1:1').catch((error: Error) => causeText(error))
  t.equal(refused, 'ECONNREFUSED')
  t.equal(causeText(new Error('not https')), 'not https')
})
