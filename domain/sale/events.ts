import type { FieldClasses } from '../field-classes.ts'

/** How far a sale came. From pending to paid to one of the others, never back. */
export type SaleStatus = 'pending' | 'paid' | 'refunded' | 'chargeback'

/** What one notice said of the money, in the currency's smallest unit. */
type Amounts = { gross_cents: number; fee_cents: number | null }

/** What a further notice said; facts of earlier releases hold the amounts only. */
type Noticed = Amounts & {
  sale_id: string
  currency?: string
  provider?: string
  product_name?: string | null
  product_id?: string | null
  occurred_at: string
  recorded_at: string
}

/**
 * A shop told of a sale for the first time; it is pending until a fact says more. Stream: uuid of account +
 * source + external id.
 */
export type SaleRecorded = {
  type: 'SaleRecorded'
  data: Amounts & {
    sale_id: string
    source: string
    external_id: string
    provider: string
    /** ISO 4217. */
    currency: string
    product_name: string | null
    product_id: string | null
    /** The buyer's phone in digits; null when the notice named a conversation. */
    phone: string | null
    /** Of the notice, which tells how much its details count; pending in facts of earlier releases. */
    status?: SaleStatus
    /** When it happened, as the first notice says. */
    occurred_at: string
    recorded_at: string
  }
}

/** The buyer paid. */
export type SalePaid = { type: 'SalePaid'; data: Noticed }

/** The buyer got the money back. */
export type SaleRefunded = { type: 'SaleRefunded'; data: Noticed }

/** The buyer's bank took the money back. */
export type SaleChargedBack = { type: 'SaleChargedBack'; data: Noticed }

/** A further notice brought the sale no further, and yet said something new, such as a fee. */
export type SaleAmended = { type: 'SaleAmended'; data: Noticed & { status: SaleStatus } }

/** The sale belongs to this conversation, once and for all. */
export type SaleAttributed = {
  type: 'SaleAttributed'
  data: {
    sale_id: string
    conversation_id: string
    contact_id: string
    /** What led there: the notice itself, or the buyer's phone. */
    by: 'conversation_id' | 'phone'
    attributed_at: string
  }
}

/** The facts that later notices give. */
export type SaleNoticed = SalePaid | SaleRefunded | SaleChargedBack | SaleAmended

export type SaleEvent = SaleRecorded | SaleNoticed | SaleAttributed

const NOTICED_FIELDS = {
  currency: 'plain',
  provider: 'plain',
  product_name: 'plain',
  product_id: 'plain',
} as const

/** Which fields of each fact are personal or raw. */
export const SALE_FIELDS = {
  SaleRecorded: { ...NOTICED_FIELDS, phone: 'personal', source: 'plain', external_id: 'plain' },
  SalePaid: NOTICED_FIELDS,
  SaleRefunded: NOTICED_FIELDS,
  SaleChargedBack: NOTICED_FIELDS,
  SaleAmended: NOTICED_FIELDS,
  SaleAttributed: {},
} satisfies FieldClasses<SaleEvent>
