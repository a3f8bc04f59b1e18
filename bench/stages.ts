import type { Bench } from './bench.ts'
import { filledStack } from './filled-stack.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { spread } from './measure.ts'
import { atMost, type Row, ratioAtMost } from './report.ts'

/** How many empty stages are removed, for the raw limit. */
const EMPTY = 9
const TABLES = ['contacts', 'contact_connections']

/** Removes a stage that holds four of five contacts, and reads the list of the stage they move to. */
export const stagesBench: Bench = {
  name: 'stages',
  async run({ lab, rows, progress }) {
    const stack = await lab.stack()
    const { tenant } = await filledStack({ lab, progress }, stack, rows, { tables: TABLES })
    await stack.follow()
    const commands = await stack.start('command-api')
    const query = await stack.start('query-api')
    const write = httpClient(lab, commands.port, { connections: 1, bearer: tenant.key })
    const read = httpClient(lab, query.port, { connections: 1, bearer: tenant.key })
    progress('stages, one at a time')
    return measure(write, read, rows, tenant.connection_id)
  },
}

async function measure(
  write: HttpClient,
  read: HttpClient,
  rows: number,
  connection: string,
): Promise<Row[]> {
  const [, engaged, crowded] = await stagesOf(read)
  if (engaged === undefined || crowded === undefined) throw new Error('the funnel has no stages')
  const removed: number[] = []
  for (let n = 0; n < EMPTY; n += 1) removed.push(await removal(write, await addStage(write, n)))
  const both = `${engaged}&connection_id=${connection}`
  // The first page of each query prepares its statement.
  for (const stage of [engaged, both]) await page(read, stage, rows - onCrowded(rows))
  const known = await page(read, engaged, rows - onCrowded(rows))
  const knownOfBoth = await page(read, both, rows - onCrowded(rows))
  const took = await removal(write, crowded)
  const after = await page(read, engaged, rows)
  const afterOfBoth = await page(read, both, rows)
  const crowd = onCrowded(rows).toLocaleString('en')
  return [
    {
      name: `stages: DELETE of one with ${crowd} contacts`,
      unit: 'ms',
      ours: took,
      raw: spread(removed).p50,
      against: 'DELETE of an empty stage',
      goal: ratioAtMost(5),
    },
    {
      name: 'stages: first page of their stage right after',
      unit: 'ms',
      ours: after,
      raw: known,
      against: 'the same page before',
      goal: atMost(100),
    },
    {
      name: 'stages: first page of it on their connection right after',
      unit: 'ms',
      ours: afterOfBoth,
      raw: knownOfBoth,
      against: 'the same page before',
      goal: atMost(100),
    },
  ]
}

function onCrowded(rows: number): number {
  return rows - Math.ceil(rows / 5)
}

async function stagesOf(read: HttpClient): Promise<string[]> {
  const { text } = await read.get('/api/v1/stages')
  return (JSON.parse(text) as { data: { id: string }[] }).data.map(({ id }) => id)
}

async function addStage(write: HttpClient, n: number): Promise<string> {
  const { text } = await write.post('/api/v1/stages', JSON.stringify({ name: `Empty ${n}` }))
  return (JSON.parse(text) as { data: { id: string } }).data.id
}

/** @returns how long the removal took until it could be read, ms */
function removal(write: HttpClient, id: string): Promise<number> {
  return timed(() => write.delete(`/api/v1/stages/${id}`))
}

/** @returns how long the first page of a stage took, ms. @throws when its total differs */
function page(read: HttpClient, stage: string, total: number): Promise<number> {
  return timed(async () => {
    const { text } = await read.get(`/api/v1/contacts?stage_id=${stage}`)
    const { pagination } = JSON.parse(text) as { pagination: { total: number } }
    if (pagination.total !== total)
      throw new Error(`${pagination.total} contacts are on the stage, not ${total}`)
  })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
