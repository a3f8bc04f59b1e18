import { asList, asRecord, asText } from '@recado/domain/provider-event/loose-json'
import { jsonBytes } from '@recado/translation/bounded-fields'
import type { Signer } from './app-hooks.ts'
import { type AmountByPayer, costOfBytes, POST_UNITS } from './limit-hook-rate.ts'
import type { ParsedPost } from './parse-post.ts'
import { countChanges, entriesOf, type RoutedChange } from './route-changes.ts'

/** What a POST of an app costs, by who pays. */
export type Cost = {
  /** What accounts pay, in units of the hook rate. */
  readonly accounts: AmountByPayer
  /** What no account pays: by app or, where the installation's own app signed, by business account. */
  readonly nobodys: AmountByPayer
  /** The bytes of both, as the log keeps them: a change with the fields around it, once for each of its connections. */
  readonly bytes: AmountByPayer
  /** Who pays for what concerns no connection. */
  readonly rest: string
}

type Amount = { readonly units: number; readonly bytes: number }

/**
 * What a POST costs, by who pays. The accounts for which a change is recorded pay for it. The account that registered the
 * signing app pays for the rest: any tenant can sign with an app of its own, so a signature makes nothing free. An app of
 * several accounts pays for the rest itself, so that none of them is refused for it.
 * @param changes null when there are more than a POST may have
 */
export function costOfPost(
  parsed: ParsedPost,
  changes: readonly RoutedChange[] | null,
  signer: Signer,
): Cost {
  const { paid, unrouted, around } = costOfChanges(parsed, changes)
  const accounts = [...paid.keys()]
  const part = {
    units: POST_UNITS + around.units / accounts.length,
    bytes: around.bytes / accounts.length,
  }
  for (const account of accounts) pay(paid, account, part)
  const rest = signer.account_id ?? payerOf(parsed.post, signer)
  const others = accounts.length === 0 ? sum(unrouted, around) : unrouted
  if (accounts.length === 0 || others.bytes > 0)
    pay(paid, rest, sum(others, { units: paid.has(rest) ? 0 : POST_UNITS, bytes: 0 }))
  const isOfNobody = (owner: string) => owner === rest && signer.account_id === null
  const all = [...paid]
  return {
    accounts: unitsOf(all.filter(([owner]) => !isOfNobody(owner))),
    nobodys: unitsOf(all.filter(([owner]) => isOfNobody(owner))),
    bytes: new Map(all.map(([owner, { bytes }]) => [owner, bytes])),
    rest,
  }
}

type Costs = {
  readonly paid: Map<string, Amount>
  /** What concerns no connection. */
  readonly unrouted: Amount
  /** The bytes around the changes. */
  readonly around: Amount
}

const NOTHING: Amount = { units: 0, bytes: 0 }

function costOfChanges({ text, post }: ParsedPost, changes: readonly RoutedChange[] | null): Costs {
  const paid = new Map<string, Amount>()
  let unrouted = changes === null ? { units: countChanges(post), bytes: 0 } : NOTHING
  let around = Buffer.byteLength(text)
  for (const { value, envelope, connections } of changes ?? []) {
    const bytes = jsonBytes(envelope(value))
    const amount = { units: countEvents(value) + costOfBytes(bytes), bytes }
    around -= bytes
    if (connections.length === 0) unrouted = sum(unrouted, amount)
    for (const { account_id } of connections) pay(paid, account_id, amount)
  }
  return { paid, unrouted, around: { units: costOfBytes(around), bytes: Math.max(0, around) } }
}

function pay(paid: Map<string, Amount>, owner: string, amount: Amount): void {
  paid.set(owner, sum(paid.get(owner) ?? NOTHING, amount))
}

function sum(one: Amount, other: Amount): Amount {
  return { units: one.units + other.units, bytes: one.bytes + other.bytes }
}

function unitsOf(paid: readonly (readonly [string, Amount])[]): AmountByPayer {
  return new Map(paid.map(([owner, { units }]) => [owner, units]))
}

/**
 * The installation's own app reports for all tenants. There each business account pays, so that a foreign one stops no
 * other.
 */
function payerOf(post: unknown, { hook, isOwn }: Signer): string {
  return isOwn ? `waba ${asText(entriesOf(post)[0]?.id) ?? ''}` : `hook ${hook}`
}

function countEvents(value: unknown): number {
  const { messages, statuses } = asRecord(value)
  return Math.max(1, asList(messages).length + asList(statuses).length)
}
