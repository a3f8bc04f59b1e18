import { type Before, filledStack } from '../lab/filled-stack.ts'
import { type HttpClient, httpClient } from '../lab/http-client.ts'
import { defineGroup, type GroupRun, type Side } from '../measuring/group.ts'
import { percentile } from '../measuring/loops.ts'
import { atMost, ratioAtMost } from '../report/goal.ts'

/** Removals in a round. */
const PER_ROUND = 4
const ROUNDS = { warmUp: 5, counted: 5 }
/** Stages that hold four of five contacts together; a removal uses one up. */
const CROWDED = PER_ROUND * (ROUNDS.warmUp + ROUNDS.counted)

type Opened = {
  readonly write: HttpClient
  readonly read: HttpClient
  /** The stage that contacts without one of their own are on. */
  readonly derived: string
  readonly connection_id: string
  readonly crowded: string[]
}

/** Removes stages that many contacts are on, and reads the list of the stage that the contacts return to. */
export const stages = defineGroup<Opened>({
  name: 'stages',
  minutes: 2,
  usesLists: true,
  async open(run) {
    const { lab, listRows } = run
    const stack = await lab.stack()
    const stage_id = `case when i % 5 > 0 then
      (select id from stages order by position desc offset (i / 5) % ${CROWDED} limit 1) end`
    const { tenant } = await filledStack(run, stack, listRows, {
      tables: ['contacts', 'contact_connections'],
      before: (product) => addCrowded(run, product),
      also: () => ({ contacts: { stage_id }, contact_connections: { stage_id } }),
    })
    await stack.follow()
    const commands = await stack.start('command-api')
    const query = await stack.start('query-api')
    const write = httpClient(lab, commands.port, { connections: 1, bearer: tenant.key })
    const read = httpClient(lab, query.port, { connections: 1, bearer: tenant.key })
    const known = await stagesOf(read)
    const [crowded, derived] = [known.slice(-CROWDED), known[1]]
    if (derived === undefined) throw new Error('the funnel has no stages')
    return { write, read, derived, crowded, connection_id: tenant.connection_id }
  },
  rows: [
    {
      name: 'DELETE of one with a fiftieth of all contacts, and their list',
      against: 'DELETE of an empty stage, and the same list',
      isRawOurs: true,
      figures: ['delete_ms', 'page_ms', 'page_of_connection_ms'],
      goals: [
        ratioAtMost('delete_ms', 5),
        atMost('page_ms', 100),
        atMost('page_of_connection_ms', 100),
      ],
      rounds: ROUNDS,
      sides(opened) {
        const empty: string[] = []
        const prepare = async () => {
          for (let n = 0; n < PER_ROUND; n += 1) empty.push(await addStage(opened.write))
        }
        return {
          ours: { round: () => removeSome(opened, opened.crowded, true) },
          raw: { prepare, round: () => removeSome(opened, empty, false) },
        }
      },
    },
  ],
})

async function addCrowded({ lab }: GroupRun, { tenant, port, shown }: Before): Promise<void> {
  const api = httpClient(lab, port, { connections: 1, bearer: tenant.key })
  for (let n = 0; n < CROWDED; n += 1) {
    const id = await addStage(api)
    await shown(`select from stages where id = '${id}'`)
  }
}

/** Removes the last stages of the list, and reads each time the lists that the contacts are on then. */
async function removeSome(
  { write, read, derived, connection_id }: Opened,
  ids: string[],
  isCrowded: boolean,
): ReturnType<Side['round']> {
  const [removed, read1, read2]: [number[], number[], number[]] = [[], [], []]
  for (const id of ids.splice(-PER_ROUND)) {
    const before = await page(read, derived)
    removed.push(await timed(() => write.delete(`/api/v1/stages/${id}`)))
    const after = await page(read, derived)
    if (after.total > before.total !== isCrowded)
      throw new Error(`the stage had ${before.total} contacts, then ${after.total}`)
    read1.push(after.took)
    read2.push((await page(read, `${derived}&connection_id=${connection_id}`)).took)
  }
  const figures = {
    delete_ms: percentile(removed, 0.5),
    page_ms: percentile(read1, 0.5),
    page_of_connection_ms: percentile(read2, 0.5),
  }
  return { operations: removed.length, figures }
}

async function stagesOf(read: HttpClient): Promise<string[]> {
  const { text } = await read.get('/api/v1/stages')
  return (JSON.parse(text) as { data: { id: string }[] }).data.map(({ id }) => id)
}

let made = 0

async function addStage(write: HttpClient): Promise<string> {
  made += 1
  const { text } = await write.post('/api/v1/stages', JSON.stringify({ name: `Stage ${made}` }))
  return (JSON.parse(text) as { data: { id: string } }).data.id
}

/** The first page of a stage. @returns how many contacts are on it, and how long the page took, ms */
async function page(read: HttpClient, stage: string): Promise<{ total: number; took: number }> {
  let total = 0
  const took = await timed(async () => {
    const { text } = await read.get(`/api/v1/contacts?stage_id=${stage}`)
    total = (JSON.parse(text) as { pagination: { total: number } }).pagination.total
  })
  return { total, took }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
