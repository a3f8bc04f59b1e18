import type { GroupRun } from '../measuring/group.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import type { Stack } from './stack.ts'
import { addNumber, openTenant, operatorOf } from './tenant.ts'

const CONNECTIONS = 32
export const TEXT = 'Bom dia! Seu pedido saiu para entrega.'
/** A number has a pace of its own; with this many none has to wait for it. */
const NUMBERS = 40

/** A conversation to send to, and its number. */
type Line = {
  readonly conversation_id: string
  readonly phone_number_id: string
  readonly to: string
}

/** A running product that sends texts in conversations that are open. */
export type Sending = {
  /** The conversation whose turn it is. */
  line(): Line
  /** Sends one in it. */
  send(): Promise<void>
}

/** Opens conversations on numbers of one account. Projectors keep running, because a send waits for the read models. */
export async function openSending(
  { lab, progress }: Pick<GroupRun, 'lab' | 'progress'>,
  stack: Stack,
  GRAPH_API_URL: string,
): Promise<Sending> {
  await stack.follow({ GRAPH_API_URL })
  const commands = await stack.start('command-api', { GRAPH_API_URL })
  const tenant = await openTenant(lab, commands.port)
  const api = httpClient(lab, commands.port, { connections: CONNECTIONS, bearer: tenant.key })
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
  let turn = 0
  const line = () => lines[turn++ % lines.length] as Line
  return { line, send: () => send(api, line()) }
}

async function send(api: HttpClient, { conversation_id }: Line): Promise<void> {
  const body = JSON.stringify({ conversation_id, text: TEXT })
  const { text } = await api.post('/api/v1/messages', body)
  const { data } = JSON.parse(text) as { data: { accepted: boolean } }
  if (!data.accepted) throw new Error(`a send was not accepted: ${text.slice(0, 300)}`)
}
