import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type Test, test } from 'tap'
import { accountId } from '../examples/account.ts'
import { salePaid, saleRecorded } from '../examples/sale.ts'
import { eventually } from '../kit/eventually.ts'
import { relaying } from '../projectors/relay/relaying.ts'
import { addingTo } from '../tools/export/seeded-log.ts'
import { seedAnalytics } from './analytics-world.ts'

const PROGRAM = fileURLToPath(new URL('../../examples/live-figures.mjs', import.meta.url))

/** The figures in the document for the same facts. */
const FIGURES = await shownFigures(new URL('../../docs/analytics.md', import.meta.url))

test('the figures of docs/analytics.md are computed from the stream, and follow new facts', async (t) => {
  const world = await relaying('live_figures')
  t.teardown(() => world.stop())
  const add = addingTo(world.store)
  await seedAnalytics({ add })
  world.relay()
  await world.caughtUp()

  const figures = running(t, world.nats.url)
  await eventually(() => assert.deepEqual(figures(), FIGURES) ?? true)

  const facts = [saleRecorded, salePaid]
  await add(`sale-${salePaid.data.sale_id}`, facts, '2026-01-06T09:00:00.000Z', accountId)
  const revenue = { ...FIGURES.revenue, 'nobody known BRL': 224 }
  await eventually(() => assert.deepEqual(figures(), { ...FIGURES, revenue }) ?? true)
  t.pass('the new sale was counted')
})

test('the account is a required argument', async (t) => {
  const program = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [told, [code]] = await Promise.all([text(program.stderr), once(program, 'exit')])
  t.equal(code, 2)
  t.match(told, /<account>/)
})

async function shownFigures(document: URL): Promise<{ revenue: Record<string, number> }> {
  const [, json = ''] = /```json\n([^`]*)```/.exec(await readFile(document, 'utf8')) ?? []
  return JSON.parse(json)
}

/** Runs the program. @returns a function that returns the last printed line, parsed */
function running(t: Test, natsUrl: string): () => unknown {
  const program = spawn(process.execPath, [PROGRAM, accountId], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NATS_URL: natsUrl },
  })
  t.teardown(async () => {
    program.kill()
    await once(program, 'exit')
  })
  let last: unknown
  createInterface({ input: program.stdout }).on('line', (line) => {
    last = JSON.parse(line)
  })
  return () => last
}
