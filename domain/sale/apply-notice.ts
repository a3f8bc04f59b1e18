import type { SaleStatus } from './events.ts'

/** The details of a sale that notices give, besides its status. */
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

export type Notice = Partial<Details> & {
  readonly status: SaleStatus
  readonly occurred_at: string
}

export type NoticedSale = Details & {
  readonly status: SaleStatus
  /** When it was refunded or charged back; null before. */
  readonly ended_at: string | null
  /** Of the earliest notice. */
  readonly occurred_at: string
  /** For each detail, the weight of the notice that it came from. */
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

/** The progress of a sale. Refunded and charged back rank alike, because both end it. */
const RANK: Readonly<Record<SaleStatus, number>> = {
  pending: 0,
  paid: 1,
  refunded: ENDED,
  chargeback: ENDED,
}

/**
 * How much a notice's details count. Refunds and chargebacks count least, because they may return only a part.
 */
const AMOUNT_RANK: Readonly<Record<SaleStatus, number>> = {
  refunded: 0,
  chargeback: 0,
  pending: 1,
  paid: 2,
}

/** A sale after its first notice: pending, until another fact raises the status. */
export function saleOfFirstNotice(notice: Notice & Details): NoticedSale {
  const { status, occurred_at, ...details } = notice
  const nothing = { status: 'pending', ended_at: null, occurred_at, weights: {} } as const
  return applyNotice({ ...details, ...nothing }, { ...notice, status: 'pending' }, weightOf(notice))
}

/**
 * Applies a notice; returns the same state when it adds nothing. The same notices in any order, and repeated, end in
 * one state:
 * - The furthest status stays. Of refunded and charged back it is the earlier one, and refunded when both happened at
 *   once.
 * - Each detail comes from the notice that counts most: a payment counts more than an order, an order more than a
 *   refund or chargeback; of two alike the later one, and of two at once the one with the larger value. A detail that
 *   a notice leaves out, or has as null, stays, so that a fee may come later.
 * - The time of the sale is that of its earliest notice.
 */
export function applyNotice<Sale extends NoticedSale>(
  sale: Sale,
  notice: Notice,
  weight = weightOf(notice),
): Sale {
  const changed = {
    ...furthestStatus(sale, notice),
    ...earliestTime(sale, notice),
    ...weightiestDetails(sale, notice, weight),
  }
  return Object.keys(changed).length === 0 ? sale : { ...sale, ...changed }
}

function weightOf({ status, occurred_at }: Notice): string {
  return `${AMOUNT_RANK[status]} ${occurred_at}`
}

function furthestStatus(sale: NoticedSale, { status, occurred_at }: Notice): Partial<NoticedSale> {
  const ahead = RANK[status] - RANK[sale.status]
  const ends = RANK[status] === ENDED
  if (ahead < 0 || (ahead === 0 && !(ends && isEarlierEnd(status, occurred_at, sale)))) return {}
  return { status, ended_at: ends ? occurred_at : null }
}

function isEarlierEnd(
  status: SaleStatus,
  at: string,
  { status: known, ended_at }: NoticedSale,
): boolean {
  if (at === ended_at) return status === 'refunded' && known === 'chargeback'
  return ended_at === null || at < ended_at
}

function earliestTime(sale: NoticedSale, { occurred_at }: Notice): Partial<NoticedSale> {
  return occurred_at < sale.occurred_at ? { occurred_at } : {}
}

function weightiestDetails(
  sale: NoticedSale,
  notice: Notice,
  weight: string,
): Partial<NoticedSale> {
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
