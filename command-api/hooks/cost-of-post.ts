import { asList, asRecord, asText } from '@recado/domain/provider-event/loose-json'
import { jsonBytes } from '@recado/translation/bounded-fields'
import type { Signer } from './app-hooks.ts'
import { type Brought, costOfBytes, POST_UNITS } from './keep-to-rate.ts'
import type { ParsedPost } from './parse-post.ts'
import { changesIn, entriesOf, type RoutedChange } from './route-changes.ts'

/** What a POST of an app costs, in units of the hook rate, by who pays. */
export type Cost = {
  readonly accounts: Brought
  /** What no account pays: by app or, where the installation's own app signed, by business account. */
  readonly nobodys: Brought
}

/**
 * A change is paid by the accounts that it is recorded for. The rest is paid by the account that registered the signing
 * app: any tenant can sign with an app of his own, so a signature makes nothing free. An app of several accounts pays
 * for the rest itself, so that none of them is refused for it.
 * @param changes null for more than are taken apart
 */
export function costOfPost(
  parsed: ParsedPost,
  changes: readonly RoutedChange[] | null,
  signer: Signer,
): Cost {
  const { accounts, unrouted, around } = costOfChanges(parsed, changes)
  const paying = [...accounts.keys()]
  const rest = unrouted + (paying.length === 0 ? around : 0)
  for (const account of paying) pay(accounts, account, POST_UNITS + around / paying.length)
  if (rest === 0 && paying.length > 0) return { accounts, nobodys: new Map() }
  const { account_id } = signer
  if (account_id === null)
    return { accounts, nobodys: new Map([[payerOf(parsed.post, signer), POST_UNITS + rest]]) }
  pay(accounts, account_id, rest + (accounts.has(account_id) ? 0 : POST_UNITS))
  return { accounts, nobodys: new Map() }
}

type Costs = {
  readonly accounts: Map<string, number>
  /** What concerns no connection. */
  readonly unrouted: number
  /** What stands around the changes. */
  readonly around: number
}

function costOfChanges({ text, post }: ParsedPost, changes: readonly RoutedChange[] | null): Costs {
  const accounts = new Map<string, number>()
  let unrouted = changes === null ? changesIn(post) : 0
  let around = Buffer.byteLength(text)
  for (const { value, connections } of changes ?? []) {
    const bytes = jsonBytes(value)
    const units = thingsIn(value) + costOfBytes(bytes)
    around -= bytes
    if (connections.length === 0) unrouted += units
    for (const { account_id } of connections) pay(accounts, account_id, units)
  }
  return { accounts, unrouted, around: costOfBytes(around) }
}

function pay(paid: Map<string, number>, owner: string, units: number): void {
  paid.set(owner, (paid.get(owner) ?? 0) + units)
}

/** The installation's own app reports for all tenants: there, one business account that is nobody's stops no other. */
function payerOf(post: unknown, { hook, isOwn }: Signer): string {
  return isOwn ? `waba ${asText(entriesOf(post)[0]?.id) ?? ''}` : `hook ${hook}`
}

function thingsIn(value: unknown): number {
  const { messages, statuses } = asRecord(value)
  return Math.max(1, asList(messages).length + asList(statuses).length)
}
