import { providerMessageId } from '@recado/application/ids'
import type { Fact } from '@recado/domain/decision'
import type { ProviderStatus } from '@recado/domain/provider-message/events'
import { accountId } from '../examples/account.ts'
import { connectionId } from '../examples/connection.ts'
import {
  accepted,
  sendRequested,
  statusReported,
  textReceived,
} from '../examples/conversation-facts.ts'
import {
  anotherStageAdded,
  anotherStageId,
  stageAdded,
  thirdStageAdded,
} from '../examples/funnel.ts'
import { saleAttributed, salePaid, saleRecorded } from '../examples/sale.ts'
import type { SeededLog } from '../tools/export/seeded-log.ts'

type Person = 'ana' | 'bruno' | 'carla' | 'davi'
/** A time of day; all facts are on the same day. */
type Clock = `${number}:${number}`

/** Four contacts on one day, with their messages, stages and sales; docs/analytics.md shows the results. */
export async function seedAnalytics(log: Pick<SeededLog, 'add'>): Promise<void> {
  const { stages, template, says, moves, sells } = seeding(log)
  await stages('07:00')
  const [ready, english] = [['order_ready', 'pt_BR'] as const, ['order_ready', 'en_US'] as const]
  await template('07:30', 'ana', ready, ['sent', 'delivered', 'read'])
  await template('07:30', 'bruno', ready, ['read'])
  await template('07:30', 'carla', ready, ['sent', 'delivered'])
  await template('07:30', 'davi', ready, ['sent', 'failed'])
  await template('07:40', 'ana', english, ['delivered'])
  await template('07:40', 'bruno', english, ['sent'])
  await template('07:40', 'carla', ['welcome_back', 'pt_BR'], [])
  await sells('08:00', 'davi', 'sale-1', 'SalePaid', 60_00)
  await says('09:00', 'ana', 'inbound')
  await says('09:02', 'ana', 'inbound')
  await says('09:10', 'ana', 'outbound')
  await says('09:30', 'bruno', 'inbound')
  await says('09:34', 'bruno', 'outbound')
  await says('10:00', 'ana', 'inbound')
  await says('10:30', 'ana', 'by phone')
  await says('11:00', 'carla', 'inbound')
  await sells('11:30', 'bruno', 'sale-2', 'SalePaid', 199_00)
  await moves('11:40', 'ana', anotherStageId)
  await sells('11:45', 'ana', 'sale-3', 'SalePaid', 350_00)
  await sells('11:50', 'carla', 'sale-4', 'SalePaid', 40_00, 'USD')
  await says('12:00', 'davi', 'inbound')
  await says('12:45', 'davi', 'outbound')
  await sells('12:50', 'bruno', 'sale-5', 'SalePaid', 80_00)
  await sells('13:00', null, 'sale-6', 'SalePaid', 25_00)
  await sells('13:05', 'carla', 'sale-7', null, 500_00)
  await sells('14:00', 'ana', 'sale-3', 'SaleRefunded', 350_00)
  await sells('14:10', 'carla', 'sale-4', 'SaleChargedBack', 10_00, 'USD')
  await moves('15:00', 'ana', null)
  await sells('15:05', 'ana', 'sale-8', 'SalePaid', 10_00)
}

function seeding(log: Pick<SeededLog, 'add'>) {
  const add = (clock: Clock, stream: string, ...facts: Fact[]) =>
    log.add(stream, facts, at(clock), accountId)
  const begun = new Set<string>()
  let messages = 0
  const newMessage = (person: Person) => {
    messages += 1
    return { ...of(person), message_id: uuid(4, messages) }
  }
  return {
    stages: (clock: Clock) => {
      const talking = { name: 'In conversation', auto_kind: 'engaged', position: 3 } as const
      const engaged = { ...stageAdded.data, ...talking, stage_id: uuid(3, 1) }
      const others = [stageAdded, anotherStageAdded, thirdStageAdded]
      return add(clock, `funnel-${accountId}`, ...others, { type: 'StageAdded', data: engaged })
    },
    async template(
      clock: Clock,
      person: Person,
      [name, language]: readonly [string, string],
      statuses: readonly ProviderStatus[],
    ) {
      const wamid = `wamid.${person}.${name}.${language}`
      const ids = newMessage(person)
      const content = { name, language, components: [] }
      const requested = { ...sendRequested('').data, ...ids, message_type: 'template', content }
      const sent = { ...accepted('', wamid).data, ...ids, sent_at: at(clock) }
      await add(clock, `message-${ids.message_id}`, fact('MessageSendRequested', requested))
      await add(clock, `message-${ids.message_id}`, fact('MessageSent', sent))
      const stream = `providerMessage-${providerMessageId({ connection_id: connectionId, provider_message_id: wamid })}`
      for (const status of statuses) await add(clock, stream, statusReported(wamid, status, 10))
    },
    says(clock: Clock, person: Person, how: 'inbound' | 'outbound' | 'by phone') {
      const ids = newMessage(person)
      const wamid = `wamid.${messages}`
      const told = textReceived('', wamid, { provider_timestamp: at(clock) }).data
      const sent = { ...accepted('', wamid).data, ...ids, sent_at: at(clock) }
      const facts = {
        inbound: fact('MessageReceived', { ...told, ...ids }),
        outbound: fact('MessageSent', sent),
        'by phone': fact('MessageSentElsewhere', { ...told, ...ids }),
      }
      return add(clock, `message-${ids.message_id}`, facts[how])
    },
    moves(clock: Clock, person: Person, stage_id: string | null) {
      const { contact_id } = of(person)
      const moved = fact('ContactMovedToStage', { contact_id, stage_id, moved_at: at(clock) })
      const back = { contact_id, returned_at: at(clock) }
      const returned = fact('ContactReturnedToAutomaticStage', back)
      return add(clock, `contact-${contact_id}`, stage_id === null ? returned : moved)
    },
    async sells(
      clock: Clock,
      person: Person | null,
      name: string,
      type: 'SalePaid' | 'SaleRefunded' | 'SaleChargedBack' | null,
      gross_cents: number,
      currency = 'BRL',
    ) {
      const sale_id = uuid(5, Number(name.slice(-1)))
      const said = { sale_id, gross_cents, currency, occurred_at: at(clock) }
      const isNew = !begun.has(name)
      begun.add(name)
      const stream = `sale-${sale_id}`
      if (isNew) await add(clock, stream, fact('SaleRecorded', { ...saleRecorded.data, ...said }))
      if (type !== null) await add(clock, stream, fact(type, { ...salePaid.data, ...said }))
      const attributed = { ...saleAttributed.data, sale_id, ...(person === null ? {} : of(person)) }
      if (isNew && person !== null) await add(clock, stream, fact('SaleAttributed', attributed))
    },
  }
}

function fact(type: string, data: object): Fact {
  return { type, data }
}

function at(clock: Clock): string {
  return new Date(`2026-01-05T${clock}:00Z`).toISOString()
}

function of(person: Person) {
  const n = ['ana', 'bruno', 'carla', 'davi'].indexOf(person)
  return { conversation_id: uuid(2, n), contact_id: uuid(1, n) }
}

function uuid(kind: number, n: number): string {
  return `00000000-0000-4000-8${kind}00-${String(n).padStart(12, '0')}`
}
