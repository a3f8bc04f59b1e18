import { randomUUID } from 'node:crypto'
import type { AutoKind } from '@recado/domain/funnel/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { accountId } from '../../examples/account.ts'
import { connectionId } from '../../examples/connection.ts'
import { conversationOpened, phoneLinked, textReceived } from '../../examples/conversation-facts.ts'
import { at, stageAdded } from '../../examples/funnel.ts'
import { saleAttributed, salePaid, saleRecorded, saleRefunded } from '../../examples/sale.ts'
import { recorded } from '../../kit/projecting.ts'

/** A step in the history of a funnel or its contacts; the numbers choose among the existing ones. */
export type Step = { readonly what: keyof typeof steps; readonly a: number; readonly b: number }

type Person = {
  readonly id: string
  stage: string | null
  wrote: boolean
  sales: Map<string, boolean>
  /** The contact that this one was merged into. */
  into: Person | null
  /** Why the contact is on a connection, by connection: an identity, `conversation`, or the merged contact. */
  on: Map<string, Set<string>>
}
/** The contacts of a connection; the one added last is at the end. */
type Lists = Map<string, string[]>
type Model = {
  stages: { id: string; auto_kind: AutoKind | null }[]
  people: Person[]
  lists: Lists
}

/** Contacts and stages by the rules alone, without kept lists, and the facts that led to them. */
export type FunnelModel = {
  readonly facts: readonly RecordedEvent[]
  readonly stages: readonly string[]
  readonly connections: readonly string[]
  /** Ids of the contacts that show a stage, newest first; with a connection, its contacts, the last added first. */
  on(stageId: string, connectionId?: string): string[]
}

const CONNECTIONS = [connectionId, '3a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d99']

const KINDS: readonly AutoKind[] = ['won', 'engaged', 'new']

/** Plays the steps; steps that are impossible are skipped. */
export function playFunnel(played: readonly Step[]): FunnelModel {
  const model: Model = { stages: [], people: [], lists: new Map() }
  const facts: RecordedEvent[] = []
  const say = (stream: string, type: string, data: object) =>
    void facts.push(recorded(stream, { type, data }, { account_id: accountId }))
  steps.crowd(model, say, 3)
  steps.stage(model, say, 1)
  for (const { what, a, b } of played) steps[what](model, say, a, b)
  return {
    facts,
    stages: model.stages.map(({ id }) => id),
    connections: CONNECTIONS,
    on: (stageId, connectionId) => {
      const those = model.people
        .filter((person) => person.into === null && shown(model, person) === stageId)
        .map(({ id }) => id)
      if (connectionId === undefined) return those.reverse()
      return [...(model.lists.get(connectionId) ?? [])].reverse().filter((id) => those.includes(id))
    },
  }
}

function join(model: Model, person: Person, connectionId: string, reason: string): void {
  const { id, on, into } = person
  const reasons = on.get(connectionId)
  if (reasons !== undefined) return void reasons.add(reason)
  on.set(connectionId, new Set([reason]))
  if (into !== null) join(model, into, connectionId, id)
  else model.lists.set(connectionId, [...(model.lists.get(connectionId) ?? []), id])
}

function unlist({ lists }: Model, { id }: Person, connectionId: string): void {
  const others = lists.get(connectionId)?.filter((other) => other !== id)
  lists.set(connectionId, others ?? [])
}

function shown({ stages }: Model, { stage, wrote, sales }: Person): string | undefined {
  if (stages.some(({ id }) => id === stage)) return stage ?? undefined
  const kind = [...sales.values()].includes(true) ? 'won' : wrote ? 'engaged' : 'new'
  for (const lower of KINDS.slice(KINDS.indexOf(kind))) {
    const found = stages.find(({ auto_kind }) => auto_kind === lower)
    if (found !== undefined) return found.id
  }
  return stages[0]?.id
}

type Say = (stream: string, type: string, data: object) => void
const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % from.length]
const living = ({ people }: Model) => people.filter(({ into }) => into === null)

const steps = {
  stage({ stages }: Model, say: Say, a: number) {
    const id = randomUUID()
    const auto_kind = [...KINDS, null][a % 4] ?? null
    stages.push({ id, auto_kind })
    const data = { ...stageAdded.data, stage_id: id, auto_kind, position: stages.length - 1 }
    say(`funnel-${accountId}`, 'StageAdded', data)
  },
  move({ stages }: Model, say: Say, a: number, b: number) {
    const from = a % stages.length
    const position = b % stages.length
    const [moved] = stages.splice(from, 1)
    if (moved === undefined) return
    stages.splice(position, 0, moved)
    say(`funnel-${accountId}`, 'StageMoved', { stage_id: moved.id, position, moved_at: at })
  },
  remove({ stages }: Model, say: Say, a: number) {
    if (stages.length === 1) return
    const [removed] = stages.splice(a % stages.length, 1)
    say(`funnel-${accountId}`, 'StageRemoved', { stage_id: removed?.id, removed_at: at })
  },
  crowd({ people }: Model, say: Say, a: number) {
    for (let n = 0; n <= a % 40; n += 1) {
      const id = randomUUID()
      people.push({ id, stage: null, wrote: false, sales: new Map(), into: null, on: new Map() })
      say(`contact-${id}`, 'ContactCreated', { contact_id: id, created_at: at })
    }
  },
  talk(model: Model, say: Say, a: number, b: number) {
    // The process that opens the conversation may not have seen the merge yet.
    const person = pick(model.people, a)
    const connection_id = pick(CONNECTIONS, b)
    if (person === undefined || connection_id === undefined) return
    if (person.on.get(connection_id)?.has('conversation')) return
    join(model, person, connection_id, 'conversation')
    const ids = { conversation_id: randomUUID(), contact_id: person.id, connection_id }
    const data = { ...conversationOpened.data, ...ids }
    say(`conversation-${ids.conversation_id}`, 'ConversationOpened', data)
  },
  link(model: Model, say: Say, a: number, b: number) {
    const person = pick(living(model), a)
    const connection_id = pick(CONNECTIONS, b)
    if (person === undefined || connection_id === undefined) return
    join(model, person, connection_id, 'phone')
    const data = { ...phoneLinked.data, contact_id: person.id, connection_id }
    say(`contact-${person.id}`, 'ContactIdentityLinked', data)
  },
  unlink(model: Model, say: Say, a: number) {
    const person = pick(
      living(model).filter(({ on }) => [...on.values()].some((reasons) => reasons.has('phone'))),
      a,
    )
    if (person === undefined) return
    for (const [connection, reasons] of [...person.on]) {
      reasons.delete('phone')
      if (reasons.size > 0) continue
      person.on.delete(connection)
      unlist(model, person, connection)
    }
    const { linked_at: unlinked_at, ...identity } = phoneLinked.data
    const data = { ...identity, contact_id: person.id, unlinked_at }
    say(`contact-${person.id}`, 'ContactIdentityUnlinked', data)
  },
  put(model: Model, say: Say, a: number, b: number) {
    const person = pick(living(model), a)
    const stage_id = pick(model.stages, b)?.id
    if (person === undefined || stage_id === undefined) return
    person.stage = stage_id
    const data = { contact_id: person.id, stage_id, moved_at: at }
    say(`contact-${person.id}`, 'ContactMovedToStage', data)
  },
  release(model: Model, say: Say, a: number) {
    const person = pick(living(model), a)
    if (person === undefined) return
    person.stage = null
    const data = { contact_id: person.id, returned_at: at }
    say(`contact-${person.id}`, 'ContactReturnedToAutomaticStage', data)
  },
  write(model: Model, say: Say, a: number) {
    const person = pick(living(model), a)
    if (person === undefined) return
    person.wrote = true
    const id = randomUUID()
    const { type, data } = textReceived(id, `wamid.${id}`)
    say(`message-${id}`, type, { ...data, contact_id: person.id })
  },
  buy(model: Model, say: Say, a: number) {
    const person = pick(living(model), a)
    if (person === undefined) return
    const sale_id = randomUUID()
    const ids = { sale_id, contact_id: person.id }
    person.sales.set(sale_id, true)
    const recordedSale = { ...saleRecorded.data, sale_id, external_id: sale_id }
    say(`sale-${sale_id}`, 'SaleRecorded', recordedSale)
    say(`sale-${sale_id}`, 'SaleAttributed', { ...saleAttributed.data, ...ids })
    say(`sale-${sale_id}`, 'SalePaid', { ...salePaid.data, sale_id })
  },
  refund(model: Model, say: Say, a: number, b: number) {
    const buyers = living(model).filter(({ sales }) => [...sales.values()].includes(true))
    const buyer = pick(buyers, a)
    const paid = [...(buyer?.sales ?? [])].flatMap(([id, isPaid]) => (isPaid ? [id] : []))
    const sale_id = pick(paid, b)
    if (sale_id === undefined) return
    buyer?.sales.set(sale_id, false)
    say(`sale-${sale_id}`, 'SaleRefunded', { ...saleRefunded.data, sale_id })
  },
  merge(model: Model, say: Say, a: number, b: number) {
    const survivor = pick(living(model), a)
    const merged = pick(living(model), b)
    if (survivor === undefined || merged === undefined || survivor === merged) return
    survivor.wrote ||= merged.wrote
    for (const [id, isPaid] of merged.sales) survivor.sales.set(id, isPaid)
    for (const connection of [...merged.on.keys()]) {
      unlist(model, merged, connection)
      join(model, survivor, connection, merged.id)
    }
    merged.into = survivor
    const data = { contact_id: merged.id, survivor_id: survivor.id, merged_at: at }
    say(`contact-${merged.id}`, 'ContactMerged', data)
  },
}

/** The possible steps and their frequencies. */
export const stepNames: readonly { readonly what: Step['what']; readonly weight: number }[] = [
  { what: 'stage', weight: 2 },
  { what: 'move', weight: 2 },
  { what: 'remove', weight: 2 },
  { what: 'crowd', weight: 3 },
  { what: 'talk', weight: 12 },
  { what: 'link', weight: 5 },
  { what: 'unlink', weight: 2 },
  { what: 'put', weight: 12 },
  { what: 'release', weight: 3 },
  { what: 'write', weight: 8 },
  { what: 'buy', weight: 4 },
  { what: 'refund', weight: 2 },
  { what: 'merge', weight: 2 },
]
