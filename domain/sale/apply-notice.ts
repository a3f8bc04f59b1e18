import type { SaleStatus } from './events.ts'

/** What notices say of a sale besides how far it came. */
export type Details = {
  /** In the currency's smallest unit, as is the fee. */
  gross_cents: number
  fee_cents: number | null
  /** ISO 4217. */
  currency: string
  provider: string
  product_name: string | null
  product_id: string | null
}

/** What one notice says of a sale. */
export type Notice = Partial<Details> & {
  readonly status: SaleStatus
  readonly occurred_at: string
}

/** What the notices of a sale say together. */
export type NoticedSale = Details & {
  readonly status: SaleStatus
  /** When it was refunded or charged back; null before. */
  readonly ended_at: string | null
  /** Of the earliest notice. */
  readonly occurred_at: string
  /** Of each detail that a notice had, how much that notice counts. */
  readonly weights: Readonly<Partial<Record<keyof Details, string>>>
}

const DETAILS = [
  'gross_cents',
  'fee_cents',
  'currency',
  'provider',
  'product_name',
  'product_id',
] as const satisfies readonly (keyof Details)[]

const ENDED = 2

/** How far a sale came: refunded and charged back end it alike. */
const RANK: Readonly<Record<SaleStatus, number>> = {
  pending: 0,
  paid: 1,
  refunded: ENDED,
  chargeback: ENDED,
}

/** Whose details count: what was given back may be less than what was paid, so those notices count least. */
const AMOUNT_RANK: Readonly<Record<SaleStatus, number>> = {
  refunded: 0,
  chargeback: 0,
  pending: 1,
  paid: 2,
}

/** A sale by its first notice. It is pending until a fact says more. */
export function firstNoticed(notice: Notice & Details): NoticedSale {
  const { status, occurred_at, ...details } = notice
  const nothing = { status: 'pending', ended_at: null, occurred_at, weights: {} } as const
  return applyNotice({ ...details, ...nothing }, { ...notice, status: 'pending' }, weightOf(notice))
}

/**
 * Adds what a notice says; the same state when that is nothing new. Any order of the same notices, repeats included,
 * ends in the same state:
 * - The status that came furthest stays. Of refunded and charged back it is the one that happened first, and
 *   refunded when both happened at once.
 * - Each detail is that of the notice that counts most: of a payment more than of an order, of an order more than of
 *   a refund or chargeback; of two alike the one that happened later, and of two at once the larger value. A detail
 *   that a notice leaves out, or has as null, stays; so a fee that comes later counts.
 * - The sale happened when the earliest notice says.
 */
export function applyNotice<Sale extends NoticedSale>(
  sale: Sale,
  notice: Notice,
  weight = weightOf(notice),
): Sale {
  const changed = {
    ...furthest(sale, notice),
    ...earliest(sale, notice),
    ...detailed(sale, notice, weight),
  }
  return Object.keys(changed).length === 0 ? sale : { ...sale, ...changed }
}

function weightOf({ status, occurred_at }: Notice): string {
  return `${AMOUNT_RANK[status]} ${occurred_at}`
}

function furthest(sale: NoticedSale, { status, occurred_at }: Notice): Partial<NoticedSale> {
  const ahead = RANK[status] - RANK[sale.status]
  const ends = RANK[status] === ENDED
  if (ahead < 0 || (ahead === 0 && !(ends && endedBefore(status, occurred_at, sale)))) return {}
  return { status, ended_at: ends ? occurred_at : null }
}

function endedBefore(
  status: SaleStatus,
  at: string,
  { status: known, ended_at }: NoticedSale,
): boolean {
  if (at === ended_at) return status === 'refunded' && known === 'chargeback'
  return ended_at === null || at < ended_at
}

function earliest(sale: NoticedSale, { occurred_at }: Notice): Partial<NoticedSale> {
  return occurred_at < sale.occurred_at ? { occurred_at } : {}
}

function detailed(sale: NoticedSale, notice: Notice, weight: string): Partial<NoticedSale> {
  const taken = DETAILS.filter((detail) => {
    const value = notice[detail] ?? null
    const before = sale.weights[detail] ?? ''
    if (value === null || weight < before) return false
    return weight > before || value > (sale[detail] ?? '')
  })
  if (taken.length === 0) return {}
  const entries = <V>(of: (detail: keyof Details) => V) =>
    Object.fromEntries(taken.map((detail) => [detail, of(detail)]))
  return {
    ...entries((detail) => notice[detail]),
    weights: { ...sale.weights, ...entries(() => weight) },
  }
}
