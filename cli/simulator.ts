import type { Recado } from '@recado/client'
import type { DemoNumber } from '@recado/contract/demo-file'
import { allConnections, isNamed } from './connection.ts'
import type { Demo } from './demo.ts'
import { UsageError } from './io.ts'

/** The events that can be triggered. */
export const TRIGGERABLE_EVENTS: readonly string[] = [
  ...['message.received', 'message.sent', 'message.delivered', 'message.read', 'message.failed'],
  'connection.updated',
]

type Wanted = {
  readonly connection?: string
  readonly from: string
  readonly text: string
  readonly code: number
}
type SimulatedNumber = Pick<DemoNumber, 'id' | 'phone_number_id' | 'waba_id'>

/** Triggers an event in the simulator of WhatsApp. @returns the id of the cause; null without a simulator */
export async function callSimulator(
  demo: Demo | null,
  recado: Recado,
  event: string,
  wanted: Wanted,
): Promise<{ readonly id: string } | null> {
  if (demo?.simulators === undefined) return null
  const sim = `${demo.simulators.graph}/_sim`
  const number = await numberOf(demo, recado, wanted.connection)
  if (event === 'connection.updated') return announceBan(sim, number)
  const written = await writeAsUser(sim, number, wanted)
  if (event === 'message.received') return written
  // Fails the next send to anyone: WhatsApp may know this person by another form of the number.
  if (event === 'message.failed')
    await post(`${sim}/faults`, { kind: 'failed_status', code: wanted.code })
  const { data } = await recado.POST('/messages', {
    body: { connection_id: number.id, recipient: { phone: wanted.from }, text: wanted.text },
  })
  return { id: data.data.provider_message_id ?? data.data.conversation_id }
}

/** An official number that belongs to both the simulator and the key's account. */
async function numberOf(
  demo: Demo,
  recado: Recado,
  named: string | undefined,
): Promise<SimulatedNumber> {
  const own = new Set((await allConnections(recado)).map(({ id }) => id))
  const one = demo.accounts
    .flatMap(({ connections }) => connections)
    .filter(({ id, type }) => type === 'official' && own.has(id))
    .find((connection) => named === undefined || isNamed(connection, named))
  const { id, phone_number_id, waba_id = '' } = one ?? {}
  if (id === undefined || phone_number_id === undefined)
    throw new UsageError(
      named === undefined
        ? 'npm start has no official number of this account'
        : `npm start has no official number ${named} of this account`,
    )
  return { id, phone_number_id, waba_id }
}

async function writeAsUser(
  sim: string,
  { phone_number_id }: SimulatedNumber,
  { from, text }: Wanted,
) {
  const body = { phone_number_id, text: { body: text } }
  const { data } = await post(`${sim}/users/${encodeURIComponent(from)}/messages`, body)
  return { id: String(data.id) }
}

/** WhatsApp announces that it will disable the number's business account. */
async function announceBan(sim: string, { phone_number_id, waba_id }: SimulatedNumber) {
  const ban_info = {
    waba_ban_state: 'SCHEDULE_FOR_DISABLE',
    waba_ban_date: new Date().toISOString(),
  }
  const value = { event: 'DISABLED_UPDATE', ban_info }
  const entry = { id: waba_id, time: Date.now(), changes: [{ field: 'account_update', value }] }
  await post(`${sim}/webhooks?phone_number_id=${phone_number_id}`, {
    object: 'whatsapp_business_account',
    entry: [entry],
  })
  return { id: waba_id }
}

async function post(url: string, body: object): Promise<{ data: Record<string, unknown> }> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', redirect: 'manual', headers, body: JSON.stringify(body) } as const
  const answer = await fetch(url, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the simulator answered ${answer.status} ${text}`)
  return JSON.parse(text) as { data: Record<string, unknown> }
}
