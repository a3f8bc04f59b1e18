import type { Bench, BenchRun } from './bench.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { closedLoop, interleaved } from './measure.ts'
import type { Row } from './report.ts'
import type { Stack } from './stack.ts'
import { addNumber, openTenant, operatorOf } from './tenant.ts'

const AT_A_TIME = 32
const TEXT = 'Bom dia! Seu pedido saiu para entrega.'
/** A number has a pace of its own; with this many none has to wait for it. */
const NUMBERS = 40

/** Rounds before the first one counts: V8 compiles the code of a send during its first few thousand calls. */
const WARM = 6

/** A conversation to send to, and its number. */
type Line = {
  readonly conversation_id: string
  readonly phone_number_id: string
  readonly to: string
}

/** A text over HTTP to a simulated Graph API, against a route that only calls the Graph API. */
export const sendTimeBench: Bench = {
  name: 'send-time',
  async run(run) {
    const stack = await run.lab.stack()
    const simulator = await stack.run(new URL('../simulators/main.ts', import.meta.url), {
      RECADO_PLAIN: '1',
    })
    const GRAPH_API_URL = `http://127.0.0.1:${simulator.port}`
    const { api, lines } = await opened(run, stack, GRAPH_API_URL)
    const raw = await stack.run(new URL('./bare-send.ts', import.meta.url), { GRAPH_API_URL })
    const bare = httpClient(run.lab, raw.port, { connections: AT_A_TIME })
    let turn = 0
    const line = () => lines[turn++ % lines.length] as Line
    const ours = () => send(api, line())
    const theirs = () => {
      const { phone_number_id, to } = line()
      return bare.post(`/${phone_number_id}`, JSON.stringify({ text: TEXT, to }))
    }
    return measure(run, ours, theirs)
  },
}

/** Opens conversations on numbers of one account. Projectors keep running, because a send waits for the read models. */
async function opened(
  { lab, progress }: BenchRun,
  stack: Stack,
  GRAPH_API_URL: string,
): Promise<{ api: HttpClient; lines: readonly Line[] }> {
  await stack.follow({ GRAPH_API_URL })
  const commands = await stack.start('command-api', { GRAPH_API_URL })
  const tenant = await openTenant(lab, commands.port)
  const api = httpClient(lab, commands.port, { connections: AT_A_TIME, bearer: tenant.key })
  progress(`${NUMBERS} numbers`)
  const operator = operatorOf(lab, commands.port, 1)
  const lines: Line[] = []
  for (let n = 0; n < NUMBERS; n += 1) {
    const { connection_id, phone_number_id } = await addNumber(operator, tenant, n)
    const to = `55119777${String(n).padStart(5, '0')}`
    const first = { connection_id, recipient: { phone: to }, text: TEXT }
    const { text } = await api.post('/api/v1/messages', JSON.stringify(first))
    const { data } = JSON.parse(text) as { data: { conversation_id: string } }
    lines.push({ conversation_id: data.conversation_id, phone_number_id, to })
  }
  return { api, lines }
}

async function send(api: HttpClient, { conversation_id }: Line): Promise<void> {
  const body = JSON.stringify({ conversation_id, text: TEXT })
  const { text } = await api.post('/api/v1/messages', body)
  const { data } = JSON.parse(text) as { data: { accepted: boolean } }
  if (!data.accepted) throw new Error(`a send was not accepted: ${text.slice(0, 300)}`)
}

async function measure(
  { rounds, ms, progress }: BenchRun,
  ours: () => Promise<unknown>,
  raw: () => Promise<unknown>,
): Promise<Row[]> {
  const against = 'bare fastify route with the same call of the Graph API'
  const rows: Row[] = []
  for (const atATime of [1, AT_A_TIME]) {
    progress(`texts, ${atATime} at a time`)
    const variants = {
      ours: () => closedLoop(atATime, ms, ours),
      raw: () => closedLoop(atATime, ms, raw),
    }
    await Promise.all([closedLoop(atATime, WARM * ms, ours), variants.raw()])
    const medians = await interleaved(rounds, variants)
    const row = (figure: 'p50' | 'p99' | 'rate', unit: Row['unit']) => ({
      name: `send-time: text over HTTP, ${atATime} at a time, ${figure}`,
      unit,
      ours: medians.ours[figure] ?? 0,
      raw: medians.raw[figure] ?? 0,
      against,
    })
    rows.push(...(atATime === 1 ? [row('p50', 'ms'), row('p99', 'ms')] : [row('rate', '/s')]))
  }
  return rows
}
