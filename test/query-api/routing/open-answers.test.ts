import { setImmediate as turn } from 'node:timers/promises'
import { openAnswers } from '@recado/query-api/routing/open-answers'
import Fastify from 'fastify'
import { type Test, test } from 'tap'
import { eventually } from '../../kit/eventually.ts'

const AT_ONCE = 16
const [MANY, OTHER] = ['10.0.0.1', '10.0.0.2']

test('so many open answers begin at once, and as many again once the time of those is over', async (t) => {
  const { asked, begun, over } = await served(t)
  asked(MANY, 40)
  await begun(MANY, AT_ONCE)
  over()
  await begun(MANY, 2 * AT_ONCE)
  over()
  await begun(MANY, 40)
})

test('another address waits for one turn, however many ask from the first', async (t) => {
  const { asked, begun, over } = await served(t)
  asked(MANY, 200)
  await begun(MANY, AT_ONCE)
  const other = asked(OTHER, 1)
  await eventually(() => other.arrived() > 0)
  await begun(OTHER, 0)
  over()
  await begun(OTHER, 1)
})

test('who has gone takes no turn', async (t) => {
  const { asked, begun, over } = await served(t)
  asked(MANY, AT_ONCE)
  await begun(MANY, AT_ONCE)
  const gone = asked(MANY, 5)
  await eventually(() => gone.arrived() === 5)
  gone.leave()
  await eventually(() => gone.left() === 5)
  asked(OTHER, AT_ONCE)
  over()
  await begun(OTHER, AT_ONCE)
  await begun(MANY, AT_ONCE)
})

/** A server whose only route is an open answer, behind a proxy that names the clients. */
async function served(t: Test) {
  const holds: (() => void)[] = []
  const turns = openAnswers({ trustedProxies: ['127.0.0.0/8'] }, (call) => void holds.push(call))
  const counts = new Map<string, number>()
  const arrived = new Map<string, number>()
  const arrivals = (address: string) => arrived.get(address) ?? 0
  let left = 0
  const app = Fastify()
  app.get('/', async (request, reply) => {
    const address = String(request.headers['x-forwarded-for'])
    arrived.set(address, arrivals(address) + 1)
    reply.raw.once('close', () => {
      left += 1
    })
    await turns(request, reply)
    counts.set(address, (counts.get(address) ?? 0) + 1)
    return 'document'
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(() => app.close())
  return {
    asked(address: string, times: number) {
      const [came, went, leaving] = [arrivals(address), left, new AbortController()]
      t.teardown(() => leaving.abort())
      const of = { headers: { 'x-forwarded-for': address }, signal: leaving.signal }
      for (let n = 0; n < times; n++) void fetch(url, of).catch(() => undefined)
      return {
        leave: () => leaving.abort(),
        arrived: () => arrivals(address) - came,
        left: () => left - went,
      }
    },
    /** Waits until so many answers have begun, and asserts that no more do. */
    async begun(address: string, times: number) {
      await eventually(() => (counts.get(address) ?? 0) >= times)
      await turn()
      t.equal(counts.get(address) ?? 0, times)
    },
    /** Ends the time of all that have begun. */
    over() {
      for (const end of holds.splice(0)) end()
    },
  }
}
