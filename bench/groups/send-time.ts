import { type HttpClient, httpClient } from '../lab/http-client.ts'
import type { Stack } from '../lab/stack.ts'
import { addNumber, openTenant, operatorOf } from '../lab/tenant.ts'
import { defineGroup, type GroupRun } from '../measuring/group.ts'
import { closedLoop } from '../measuring/loops.ts'

const AT_A_TIME = 32
const TEXT = 'Bom dia! Seu pedido saiu para entrega.'
/** A number has a pace of its own; with this many none has to wait for it. */
const NUMBERS = 40

/** A conversation to send to, and its number. */
type Line = {
  readonly conversation_id: string
  readonly phone_number_id: string
  readonly to: string
}

type Opened = { send(): Promise<unknown>; rawSend(): Promise<unknown> }

/** A text over HTTP to a simulated Graph API, against a route that only calls the Graph API. */
export const sendTime = defineGroup<Opened>({
  name: 'send-time',
  minutes: 2,
  async open(run) {
    const stack = await run.lab.stack()
    const simulator = await stack.outside('simulators/main.ts', { RECADO_PLAIN: '1' })
    const GRAPH_API_URL = `http://127.0.0.1:${simulator.port}`
    const { api, lines } = await opened(run, stack, GRAPH_API_URL)
    const raw = await stack.raw('bench/raw/bare-send.ts', { GRAPH_API_URL })
    const bare = httpClient(run.lab, raw.port, { connections: AT_A_TIME })
    let turn = 0
    const line = () => lines[turn++ % lines.length] as Line
    return {
      send: () => send(api, line()),
      rawSend() {
        const { phone_number_id, to } = line()
        return bare.post(`/${phone_number_id}`, JSON.stringify({ text: TEXT, to }))
      },
    }
  },
  rows: [1, AT_A_TIME].map((atATime) => ({
    name: `text over HTTP, ${atATime} at a time`,
    against: 'bare fastify route with the same call of the Graph API',
    figures: ['rate_per_s', 'p50_ms', 'p99_ms'] as const,
    sides: ({ send, rawSend }: Opened) => ({
      ours: closedLoop({ atATime, call: send }),
      raw: closedLoop({ atATime, call: rawSend }),
    }),
  })),
})

/** Opens conversations on numbers of one account. Projectors keep running, because a send waits for the read models. */
async function opened(
  { lab, progress }: GroupRun,
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
