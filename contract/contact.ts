import { z } from 'zod'
import { Timestamp, Uuid } from './ids.ts'

const person = {
  id: Uuid,
  name: z.string().max(120).nullable(),
  phone: z.string().nullable().describe('Digits with country code.'),
  username: z.string().nullable().describe('External identifier.'),
  business_scoped_user_id: z.string().nullable().describe('Provider-issued user id (BSUID).'),
  parent_business_scoped_user_id: z.string().nullable().describe('Parent BSUID.'),
  stage_id: Uuid.describe('Funnel stage: set by hand, else derived.'),
  created_at: Timestamp,
}

/** A person of the account. */
export const Contact = z.object(person).meta({ id: 'Contact' })
export type Contact = z.infer<typeof Contact>

/** How a person came: through an ad or post. */
export const ContactSession = z.object({
  channel: z.string(),
  utm_source: z.string().nullable(),
  utm_campaign: z.string().nullable(),
  ad_id: z.string().nullable(),
  landing_url: z.string().nullable(),
})

/** A sale related to the person's conversations. */
export const ContactSale = z.object({
  id: Uuid,
  status: z.enum(['pending', 'paid', 'refunded', 'chargeback']),
  gross_cents: z.int(),
  currency: z.string(),
  product_name: z.string().nullable(),
})

/** A person with sessions and sales. */
export const ContactDetail = z
  .object({ ...person, sessions: z.array(ContactSession), sales: z.array(ContactSale) })
  .meta({ id: 'ContactDetail' })
export type ContactDetail = z.infer<typeof ContactDetail>
