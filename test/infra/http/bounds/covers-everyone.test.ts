import { coversEveryone } from '@recado/infra/http/bounds/covers-everyone'
import { listen } from '@recado/infra/listen'
import { test } from 'tap'

test('subnets that hold every address are noticed, in one piece or in several', async (t) => {
  for (const all of [
    ['0.0.0.0/0'],
    ['127.0.0.1/32', '::/0'],
    ['128.0.0.0/1', '10.0.0.0/8', '0.0.0.0/1'],
    ['9.9.9.9/0'],
    ['8000::/1', '::/1'],
    ['0.0.0.0/2', '64.0.0.0/2', '128.0.0.0/2', '192.0.0.0/2'],
  ])
    t.ok(coversEveryone(all), all.join())
  for (const some of [[], ['10.0.0.0/8'], ['0.0.0.0/1', '128.0.0.0/2'], ['::/1'], ['127.0.0.1/32']])
    t.notOk(coversEveryone(some), some.join())
})

test('a start with proxies that cover everyone warns, and says what to set', async (t) => {
  const toldBy = async (...TRUSTED_PROXIES: string[]) => {
    const told: string[] = []
    const log = { info: () => undefined, warn: (_: object, text: string) => void told.push(text) }
    const app = { server: { address: () => null }, listen: async () => undefined, log }
    await listen(app, { HOST: '127.0.0.1', PORT: 0, TRUSTED_PROXIES })
    return told
  }
  t.match(await toldBy('0.0.0.0/0'), [/TRUSTED_PROXIES.*every.*gateway/])
  t.same(await toldBy('10.0.0.0/8'), [])
})
