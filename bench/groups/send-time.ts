import { httpClient } from '../lab/http-client.ts'
import { openSending, TEXT } from '../lab/sending.ts'
import { defineGroup } from '../measuring/group.ts'
import { closedLoop } from '../measuring/loops.ts'

const AT_A_TIME = 32
type Opened = { send(): Promise<unknown>; rawSend(): Promise<unknown> }

/** A text over HTTP to a simulated Graph API, against a route that only calls the Graph API. */
export const sendTime = defineGroup<Opened>({
  name: 'send-time',
  minutes: 2,
  async open(run) {
    const stack = await run.lab.stack()
    const simulator = await stack.outside('simulators/main.ts', { RECADO_PLAIN: '1' })
    const GRAPH_API_URL = `http://127.0.0.1:${simulator.port}`
    const { line, send } = await openSending(run, stack, GRAPH_API_URL)
    const raw = await stack.raw('bench/raw/bare-send.ts', { GRAPH_API_URL })
    const bare = httpClient(run.lab, raw.port, { connections: AT_A_TIME })
    return {
      send,
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
