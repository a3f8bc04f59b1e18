import type { FieldClasses } from '../field-classes.ts'

/** The progress of a sale: from pending to paid to one of the others, never back. */
export type SaleStatus = 'pending' | 'paid' | 'refunded' | 'chargeback'

/** The amounts of one notice, in the currency's smallest unit. */
type Amounts = { gross_cents: number; fee_cents: number | null }

/** A later notice; facts of earlier releases hold only the amounts. */
type Noticed = Amounts & {
  sale_id: string
  currency?: string
  provider?: string
  product_name?: string | null
  product_id?: string | null
  occurred_at: string
  recorded_at: string
}

/** A shop reported a sale for the first time; it starts as pending. Stream: uuid of account, source and external id. */
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
    /**
     * The phone with the one country code of the account's numbers, if it came without its own; null when they were of
     * no one country. Absent when the phone has its country code, when there is none, and in facts of earlier releases.
     */
    assumed_phone?: string | null
    /** Status of the notice, which decides how much its details count. Absent in old facts: pending. */
    status?: SaleStatus
    /** When the sale happened, by the first notice. */
    occurred_at: string
    recorded_at: string
  }
}

/** The buyer paid. */
export type SalePaid = { type: 'SalePaid'; data: Noticed }

/** The buyer got the money back. */
export type SaleRefunded = { type: 'SaleRefunded'; data: Noticed }

/** The buyer's bank took the money back (a chargeback). */
export type SaleChargedBack = { type: 'SaleChargedBack'; data: Noticed }

/** A later notice added something, such as a fee, but did not change the status. */
export type SaleAmended = { type: 'SaleAmended'; data: Noticed & { status: SaleStatus } }

/** The sale was attributed to this conversation. The attribution never changes. */
export type SaleAttributed = {
  type: 'SaleAttributed'
  data: {
    sale_id: string
    conversation_id: string
    contact_id: string
    /** How the conversation was found: named by the notice, or by the buyer's phone. */
    by: 'conversation_id' | 'phone'
    attributed_at: string
  }
}

/** The facts of later notices. */
export type SaleNoticed = SalePaid | SaleRefunded | SaleChargedBack | SaleAmended

export type SaleEvent = SaleRecorded | SaleNoticed | SaleAttributed

const NOTICED_FIELDS = {
  currency: 'plain',
  provider: 'plain',
  product_name: 'plain',
  product_id: 'plain',
} as const

export const SALE_FIELDS = {
  SaleRecorded: {
    ...NOTICED_FIELDS,
    phone: 'personal',
    assumed_phone: 'personal',
    source: 'plain',
    external_id: 'plain',
  },
  SalePaid: NOTICED_FIELDS,
  SaleRefunded: NOTICED_FIELDS,
  SaleChargedBack: NOTICED_FIELDS,
  SaleAmended: NOTICED_FIELDS,
  SaleAttributed: {},
} satisfies FieldClasses<SaleEvent>
