import type { Bench, BenchRun } from './bench.ts'
import { filledStack } from './filled-stack.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { closedLoop, interleaved } from './measure.ts'
import type { Row } from './report.ts'

const AT_A_TIME = 8
const KNOWN = 50

/** POST /contacts, answered once the contact can be read, among few and among many other contacts. */
export const contactsBench: Bench = {
  name: 'contacts',
  async run(run) {
    const rows: Row[] = []
    for (const size of new Set([10_000, run.rows])) {
      rows.push(...(await among(run, size)))
      await run.lab.clear()
    }
    return rows
  },
}

async function among({ lab, rounds, ms, progress }: BenchRun, size: number): Promise<Row[]> {
  const stack = await lab.stack()
  const { tenant } = await filledStack({ lab, progress }, stack, size, { tables: ['contacts'] })
  await stack.follow()
  const commands = await stack.start('command-api')
  const connections = AT_A_TIME
  const api = httpClient(lab, commands.port, { connections, bearer: tenant.key })
  const { port } = await stack.run(new URL('./bare-contact.ts', import.meta.url))
  const bare = httpClient(lab, port, { connections })
  for (let n = 0; n < KNOWN; n += 1) await post(api, '/api/v1/contacts', n, 201)
  progress(`contacts, ${AT_A_TIME} at a time`)
  let made = KNOWN
  const somebody = () => Math.floor(Math.random() * KNOWN)
  const loop = (work: () => Promise<unknown>) => () => closedLoop(AT_A_TIME, ms, work)
  const variants = {
    new: loop(() => post(api, '/api/v1/contacts', made++, 201)),
    'bare new': loop(() => post(bare, '/new', made++, 200)),
    existing: loop(() => post(api, '/api/v1/contacts', somebody(), 200)),
    'bare existing': loop(() => post(bare, '/existing', somebody(), 200)),
  }
  for (const warmUp of Object.values(variants)) await warmUp()
  const medians = await interleaved(rounds, variants)
  return (['new', 'existing'] as const).map((who) => ({
    name: `contacts: POST, ${who}, among ${size.toLocaleString('en')}`,
    unit: '/s' as const,
    ours: medians[who].rate ?? 0,
    raw: medians[`bare ${who}`].rate ?? 0,
    against: 'bare fastify route with the appends of the same facts',
  }))
}

/** Each call brings another name, so that every call has something to write. */
async function post(api: HttpClient, path: string, person: number, expected: number) {
  const phone = `5511955${String(person).padStart(6, '0')}`
  const name = `Ana ${Math.random().toString(36).slice(2)}`
  const { status, text } = await api.post(path, JSON.stringify({ phone, name }))
  if (status !== expected) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`)
}
