import type { RawEvent } from '@recado/application/intake/raw-event'
import { type Contact, identityKey } from '@recado/domain/contact/contact'
import type { ContactIdentityLinked } from '@recado/domain/contact/events'
import type { IdentityReplaced } from '@recado/domain/contact-identity/events'
import type { MessageReceived } from '@recado/domain/message/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { contactsOf } from '../people-in-the-log.ts'
import type { Report, Shown } from './histories.ts'
import { connectionOf } from './world.ts'

/** What was recorded of the reports. */
export type Recorded = {
  readonly log: readonly RecordedEvent[]
  readonly raws: readonly RawEvent[]
}

/** The identities by which one report names one person: those of a change before and after, those of a card with what it gives. */
type Proof = { readonly report: Report; readonly names: readonly string[] }

const namesOf = ({ phone, user_id, lid }: Shown): readonly string[] => [
  ...(phone === undefined ? [] : [`phone ${phone}`]),
  ...(user_id === undefined ? [] : [`id ${user_id}`]),
  ...(lid === undefined ? [] : [`lid ${lid}`]),
]

function proofsOf(reports: readonly Report[]): readonly Proof[] {
  return reports.map((report) => {
    if (report.kind === 'change')
      return { report, names: [...namesOf(report.before), ...namesOf(report.after)] }
    const given = report.kind === 'card' ? [`phone ${report.given}`] : []
    return { report, names: [...namesOf(report.shown), ...given] }
  })
}

/** Sets of names that records prove to be one person. */
function unionOf(proofs: readonly Pick<Proof, 'names'>[]) {
  const roots = new Map<string, string>()
  const find = (name: string): string => {
    const up = roots.get(name) ?? name
    return up === name ? name : find(up)
  }
  for (const { names } of proofs)
    for (const name of names) roots.set(find(name), find(names[0] ?? name))
  return find
}

/** Who a contact is after all merges. */
export function survivors(world: Recorded): (id: string) => string {
  const contacts = contactsOf(world)
  const last = (id: string): string => {
    const into = contacts.get(id)?.merged_into ?? null
    return into === null ? id : last(into)
  }
  return last
}

/** The contact of each message, after all merges, by the message's id and number. */
export function holders(world: Recorded): ReadonlyMap<string, string> {
  const last = survivors(world)
  const heard = world.log.filter(({ type }) => type === 'MessageReceived')
  return new Map(
    heard.map(({ data }) => {
      const { connection_id, intent, contact_id } = data as MessageReceived['data']
      const id = intent.provider_message_id.replace(/^wamid\./, '')
      return [`${connection_id} ${id}`, last(contact_id)]
    }),
  )
}

function grouped<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

type Told = Exclude<Report, { kind: 'change' }>
const toldIn = (reports: readonly Report[]) =>
  reports.filter((one): one is Told => one.kind !== 'change')
const placeOf = ({ on, id }: Told) => `${connectionOf(on)} ${id}`

/** Two reports of one message name one person. */
function repeatsIn(reports: readonly Report[]): readonly Proof[] {
  const told = grouped(toldIn(reports), placeOf)
  return [...told.values()].flatMap((same) => {
    const [report] = same
    return report === undefined
      ? []
      : [{ report, names: same.flatMap(({ shown }) => namesOf(shown)) }]
  })
}

/** Messages that share a contact although no record proves them to be of one person. */
export function wronglyJoined(world: Recorded, reports: readonly Report[]): readonly string[] {
  const proven = unionOf([...proofsOf(reports), ...repeatsIn(reports)])
  const announced = changedIds(reports)
  const held = holders(world)
  const told = toldIn(reports)
  return told.flatMap((one, n) =>
    told.slice(n + 1).flatMap((other) => {
      if (held.get(placeOf(one)) !== held.get(placeOf(other))) return []
      const isProven =
        proven(String(namesOf(one.shown)[0])) === proven(String(namesOf(other.shown)[0]))
      return isProven && !areTwoIds(one, other, announced)
        ? []
        : [`${placeOf(one)} and ${placeOf(other)}`]
    }),
  )
}

/** Two people have two ids on a number, and a number of theirs proves nothing: it has gone from one to the other. */
function areTwoIds(one: Told, other: Told, announced: (name: string) => string): boolean {
  const [mine, theirs] = [one.shown.user_id, other.shown.user_id]
  if (mine === undefined || theirs === undefined || one.on !== other.on) return false
  return one.who !== other.who && announced(mine) !== announced(theirs)
}

function changedIds(reports: readonly Report[]) {
  return unionOf(
    reports.flatMap((one) =>
      one.kind === 'change'
        ? [{ names: [String(one.before.user_id), String(one.after.user_id)] }]
        : [],
    ),
  )
}

/** A change of somebody who is unknown says which number and which id replaces another, and not that both are one. */
function changesIn(report: Report & { kind: 'change' }): readonly Proof[] {
  const { before, after } = report
  const pairs = [
    [{ phone: before.phone }, { phone: after.phone }],
    [{ user_id: before.user_id }, { user_id: after.user_id }],
  ] as readonly (readonly Shown[])[]
  return pairs.map((pair) => ({ report, names: pair.flatMap(namesOf) }))
}

/**
 * Messages of one person in two contacts, although records prove them to be one. Left out are persons about whom the
 * records disagree: another one has had their number, or they have it again, an id was drawn anew without a word, or a hidden id came with two
 * numbers.
 */
export function wronglySplit(world: Recorded, reports: readonly Report[]): readonly string[] {
  const changes = reports.flatMap((one) => (one.kind === 'change' ? changesIn(one) : []))
  const said = reports.filter(({ kind }) => kind === 'message')
  const proofs = [...proofsOf(said), ...repeatsIn(reports), ...changes]
  const proven = unionOf(proofs)
  const held = holders(world)
  const people = grouped(toldIn(reports), ({ shown }) => proven(String(namesOf(shown)[0])))
  return [...people].flatMap(([root, told]) => {
    const names = new Set(
      proofs.flatMap((one) => one.names).filter((name) => proven(name) === root),
    )
    if (isContradicted(names, reports)) return []
    const contacts = new Set(told.map((one) => held.get(placeOf(one))))
    return contacts.size > 1 ? [`${[...names].join(', ')} in ${contacts.size} contacts`] : []
  })
}

function isContradicted(names: ReadonlySet<string>, reports: readonly Report[]): boolean {
  const about = reports.filter((one) => {
    const shown = one.kind === 'change' ? [one.before, one.after] : [one.shown]
    const given = one.kind === 'card' ? [`phone ${one.given}`] : []
    return [...shown.flatMap(namesOf), ...given].some((name) => names.has(name))
  })
  if (new Set(about.map(({ who }) => who)).size > 1) return true
  if (isUsedAgain(about)) return true
  const phones = [...names].filter((name) => name.startsWith('phone '))
  if ([...names].some((name) => name.startsWith('lid ')) && phones.length > 1) return true
  const announced = changedIds(reports)
  const ids = [...names].flatMap((name) => (name.startsWith('id ') ? [name.slice(3)] : []))
  return (['H', 'A'] as const).some((portfolio) => {
    const there = ids.filter((id) => id.startsWith(`BR.${portfolio}`))
    return new Set(there.map(announced)).size > 1
  })
}

/** Whether somebody has a number that its person gave up before. */
function isUsedAgain(about: readonly Report[]): boolean {
  return about.some(
    (change) =>
      change.kind === 'change' &&
      about.some((one) => {
        const phone = one.kind === 'card' ? one.given : one.kind === 'message' && one.shown.phone
        return phone === change.before.phone && one.second > change.second
      }),
  )
}

/** Links and merges of which the log does not say who said so, when, and in which bytes. */
export function unexplained({ log, raws }: Recorded): readonly string[] {
  const bytes = new Map(raws.map((raw) => [raw.id, JSON.stringify(raw.data.payload)]))
  const said = new Set<string>()
  // An older report means the identity by which a newer one has replaced the one that it names.
  const replacing = new Map<string, string>()
  return log.flatMap((fact) => {
    if (fact.type === 'ContactMerged')
      return isFromRaw(fact, bytes) ? [] : [`merge of ${fact.stream}`]
    if (fact.type === 'IdentityReplaced') {
      const { by } = fact.data as IdentityReplaced['data']
      replacing.set(by.value, bytes.get(fact.metadata.$causationId ?? '') ?? '')
    }
    if (fact.type !== 'ContactIdentityLinked') return []
    const link = fact.data as ContactIdentityLinked['data']
    const key = identityKey(link)
    // A link that moves with its contact, or is shown again, was explained when it was made.
    if (said.has(key) && link.said_at === undefined) return []
    said.add(key)
    const places = [bytes.get(fact.metadata.$causationId ?? ''), replacing.get(link.value)]
    const isSaid = places.some((place) => place?.includes(link.value))
    return isFromRaw(fact, bytes) && isSaid && link.said_at !== undefined
      ? []
      : [`${key} of ${fact.stream}`]
  })
}

function isFromRaw({ metadata }: RecordedEvent, bytes: ReadonlyMap<string, string>): boolean {
  const { actor, $causationId } = metadata
  return actor.type === 'provider' && bytes.has($causationId ?? '')
}

/** Separated contacts that are one again. */
export function mergedAgain(world: Recorded): readonly string[] {
  return [...contactsOf(world).values()].flatMap(
    ({ contact_id, merged_into, kept_apart }: NonNullable<Contact>) =>
      merged_into !== null && kept_apart.includes(merged_into) ? [contact_id] : [],
  )
}
