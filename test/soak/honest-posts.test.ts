import { test } from 'tap'
import { type Ends, endAll } from '../kit/ends.ts'
import { dataFolder, started } from '../kit/standalone.ts'
import { startEndpoint } from './endpoint.ts'
import { bearable, clientOf, openLoop, openTenants, settled, textOf } from './tenants-at-work.ts'

/** How many posts of providers are made. */
const POSTS = Number(process.env.HONEST_POSTS ?? 240_000)
/** How long the measurement of what the product bears lasts, s. */
const MEASURED_SECONDS = 30
/** The part of what it bears that is posted: a few accounts are busy, and the machine does other work too. */
const BELOW = 0.6

test('of many posts below what it bears none is refused', async (t) => {
  const ends: Ends = []
  t.teardown(() => endAll(ends))
  const told = await startEndpoint(ends)
  const product = await started(t, await dataFolder(t), { LOG_LEVEL: 'warn' })
  t.teardown(() => t.passing() || t.comment(product.output()))
  const demo = await product.demo()
  const client = clientOf(demo, await openTenants(demo, told.url))
  const rate = BELOW * (await bearable(t, client, MEASURED_SECONDS, 'hook'))
  const answers = await openLoop(client, { rate, most: POSTS, kind: 'hook' })
  t.comment(`${rate.toFixed(0)} posts a second: ${textOf(answers)}`)
  t.equal(answers.length, POSTS)
  t.same(answers.filter(({ status }) => status !== 200).slice(0, 5), [], 'none is refused')
  t.comment(`the last was shown after ${(await settled(client)).toFixed(1)} s`)
  product.child.kill('SIGTERM')
  t.equal(await product.exit, 0)
})
