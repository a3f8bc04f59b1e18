import { z } from 'zod'
import { ConversationId, Timestamp, Uuid } from './ids.ts'
import { Instant, Line, Phone } from './kinds.ts'

export const SaleStatus = z
  .enum(['pending', 'paid', 'refunded', 'chargeback'])
  .describe(
    'By the notices of the shop: pending, then paid, then refunded or charged back if that happens.',
  )

const PhoneProblem = z.enum(['without_country_code'])

/** The fields of a sale that also a contact shows. */
export const shownSale = {
  id: Uuid.describe('The sale, as in GET /sales.'),
  status: SaleStatus,
  gross_cents: z.int().describe("What the buyer pays, in the currency's smallest unit."),
  currency: z.string().describe('ISO 4217.'),
  product_name: z.string().nullable().describe('As the shop calls it; null where it says none.'),
} as const

export const Sale = z
  .object({
    id: shownSale.id,
    source: z.string().describe('Where the notice came from, such as a shop or a checkout.'),
    provider: z.string().describe('Who took the payment.'),
    status: shownSale.status,
    gross_cents: shownSale.gross_cents,
    fee_cents: z
      .int()
      .nullable()
      .describe("What the seller pays for the sale, in the currency's smallest unit."),
    currency: shownSale.currency,
    product_name: shownSale.product_name,
    product_id: z.string().nullable().describe("The shop's own id of the product."),
    conversation_id: ConversationId.nullable().describe('Null until the buyer has a conversation.'),
    phone_problem: PhoneProblem.nullable().describe(
      "Extension. `without_country_code`: the notice's phone has no country code, and no single buyer was found: with the " +
        "country code of the account's numbers the phone fits no conversation or several people, or the numbers are of " +
        'several countries. Send a notice with the `conversation_id` to attribute the sale. Null otherwise.',
    ),
    created_at: Timestamp.describe('When it happened, as the earliest notice says.'),
  })
  .meta({
    id: 'Sale',
    description: 'A sale of a shop, attributed to the conversation that led to it.',
  })
export type Sale = z.infer<typeof Sale>

/** What a sale says of its buyer's phone: nothing once it is attributed. */
export function phoneProblem(sale: {
  readonly conversation_id: string | null
  readonly lacks_country_code: boolean
}): Sale['phone_problem'] {
  const isWaiting = sale.conversation_id === null && sale.lacks_country_code
  return isWaiting ? 'without_country_code' : null
}

const Cents = z.int().nonnegative()

/** Body of `POST /hooks/sales/{account_id}`: a shop's notice about a sale, and what a notice of any platform becomes. */
export const SaleNotice = z
  .object({
    external_id: Line,
    source: Line,
    provider: Line,
    status: SaleStatus,
    gross_cents: Cents,
    fee_cents: Cents.nullish(),
    currency: z
      .string()
      .regex(/^[a-z]{3}$/i, 'must be three letters as in ISO 4217, such as BRL')
      .toUpperCase(),
    product_name: Line.nullish(),
    product_id: Line.nullish(),
    occurred_at: Instant,
    phone: Phone.nullish(),
    conversation_id: Uuid.nullish(),
  })
  .refine(({ phone, conversation_id }) => phone != null || conversation_id != null, {
    error: 'must have phone or conversation_id',
  })
export type SaleNotice = z.infer<typeof SaleNotice>
