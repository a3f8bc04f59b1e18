import type { Bench, BenchRun } from './bench.ts'
import { filledStack } from './filled-stack.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { atMost, type Row } from './report.ts'

type Stage = { readonly id: string; readonly auto_kind: string | null }
type Stages = { readonly data: readonly Stage[] }

/** Removing the stage on which everybody stands: the answer does not wait for a million rows. */
export const stagesBench: Bench = {
  name: 'stages',
  async run(run) {
    const { lab, rows, progress } = run
    const stack = await lab.stack()
    const { tenant } = await filledStack({ lab, progress }, stack, rows, ['contacts'])
    await stack.start('projectors')
    const [commands, query] = [await stack.start('command-api'), await stack.start('query-api')]
    const client = (port: number) => httpClient(lab, port, { connections: 1, bearer: tenant.key })
    const [write, read] = [client(commands.port), client(query.port)]
    const empty = await removalsOfEmptyStages(write, run)
    const { data } = JSON.parse((await read.get('/api/v1/stages')).text) as Stages
    const [next] = data.filter(({ auto_kind }) => auto_kind === 'new')
    const [full] = data.filter(({ auto_kind }) => auto_kind === 'engaged')
    const ours = await removal(write, full?.id)
    await everybodyStandsOn(read, next?.id, rows)
    const name = `stages: DELETE, with ${rows.toLocaleString('en')} contacts on it`
    const row: Row = {
      name,
      unit: 'ms',
      ours,
      raw: empty,
      against: 'DELETE of a stage that is empty',
    }
    return [{ ...row, goal: atMost(50) }]
  },
}

/** @returns the median, ms */
async function removalsOfEmptyStages(api: HttpClient, { rounds }: BenchRun): Promise<number> {
  const took: number[] = []
  for (let n = 0; n < 10 * rounds; n += 1) {
    const { text } = await api.post('/api/v1/stages', JSON.stringify({ name: `Stage ${n}` }))
    took.push(await removal(api, (JSON.parse(text) as { data: Stage }).data.id))
  }
  return took.sort((one, other) => one - other)[Math.floor(took.length / 2)] ?? 0
}

/** @returns how long the answer took, ms; the client can read at once what it has done */
async function removal(api: HttpClient, id: string | undefined): Promise<number> {
  const begun = performance.now()
  const { status, text } = await api.delete(`/api/v1/stages/${id}`)
  if (status !== 200) throw new Error(`the removal answered ${status}: ${text}`)
  return performance.now() - begun
}

async function everybodyStandsOn(api: HttpClient, stage: string | undefined, rows: number) {
  const { text } = await api.get(`/api/v1/contacts?stage_id=${stage}&limit=1`)
  const { pagination } = JSON.parse(text) as { pagination: { total: number } }
  if (pagination.total !== rows) throw new Error(`${pagination.total} stand on the next stage`)
}
