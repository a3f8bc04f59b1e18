import { z } from 'zod'
import { ConnectionId, ContactId, CreatedAt, Erased, StageId } from './ids.ts'
import { Identity, Name, Phone as PhoneText } from './kinds.ts'
import { shownSale } from './sale.ts'

/** What identifies a person, as several resources show it. */
export const shownIdentities = {
  phone: z
    .string()
    .nullable()
    .describe('Digits with country code; null while no phone of the person is known.'),
  username: z.string().nullable().describe('On WhatsApp, without @; null while it is unknown.'),
  business_scoped_user_id: z
    .string()
    .nullable()
    .describe("The provider's id of the person for your business (BSUID)."),
  parent_business_scoped_user_id: z
    .string()
    .nullable()
    .describe("The person's id for the parent of your business (parent BSUID)."),
} as const

/** How a person is called, as several resources show it. */
export const ShownName = z
  .string()
  .nullable()
  .describe('As set over the API, else the profile name on WhatsApp; null while none is known.')

const person = {
  id: ContactId,
  name: ShownName.meta({ maxLength: 120 }),
  ...shownIdentities,
  stage_id: StageId.describe('Funnel stage: set by hand, else derived.'),
  restricted: z
    .boolean()
    .describe(
      'Whether processing is restricted at the wish of the person: nothing can be sent. Extension.',
    ),
  created_at: CreatedAt,
  erased: Erased,
}

export const Contact = z
  .object(person)
  .meta({ id: 'Contact', description: 'A person whom the account knows by at least one identity.' })
export type Contact = z.infer<typeof Contact>

/** A visit through an ad or post that led a person to write. */
export const ContactSession = z.object({
  channel: z.string().describe('What the person clicked: `whatsapp_ad` or `whatsapp_post`.'),
  utm_source: z.string().nullable().describe('The parameter of that name in landing_url, if any.'),
  utm_campaign: z
    .string()
    .nullable()
    .describe('The parameter of that name in landing_url, if any.'),
  ad_id: z.string().nullable().describe("The provider's id of the ad or post."),
  landing_url: z.string().nullable().describe('The address of the ad or post.'),
})
export type ContactSession = z.infer<typeof ContactSession>

/** A sale related to the person's conversations. */
export const ContactSale = z.object(shownSale)
export type ContactSale = z.infer<typeof ContactSale>

export const ContactDetail = z
  .object({
    ...person,
    sessions: z.array(ContactSession).describe('The first 500, the oldest first.'),
    sales: z.array(ContactSale).describe('The newest 500, the newest first.'),
    marketing_opted_out: z
      .boolean()
      .describe('Whether the person has opted out of marketing messages on any of your numbers.'),
  })
  .meta({
    id: 'ContactDetail',
    description: 'A contact with its visits through ads and posts, and its sales.',
  })
export type ContactDetail = z.infer<typeof ContactDetail>

const Phone = PhoneText.meta({
  openapi: { type: 'string', maxLength: 64, example: '+55 31 98765-4321' },
})

const Username = Identity.regex(/^@?[^@\s]/, 'must have characters besides a leading @')
  .transform((username) => username.replace(/^@/, ''))
  .meta({ openapi: { type: 'string', maxLength: 512 } })

const changes = {
  name: Name.nullable()
    .optional()
    .describe('Takes precedence over the profile name on WhatsApp. null clears it.'),
  phone: Phone.nullable()
    .optional()
    .describe('With country code; only digits are kept. null clears it.'),
  username: Username.nullable().optional().describe('A leading @ is left out. null clears it.'),
  business_scoped_user_id: Identity.nullable()
    .optional()
    .describe("The provider's id of the person (BSUID). null clears it."),
  parent_business_scoped_user_id: Identity.nullable()
    .optional()
    .describe("The person's id for the parent of your business. null clears it."),
  stage_id: StageId.nullable()
    .optional()
    .describe('A stage of the account; null returns the contact to the stage derived for it.'),
  restricted: z
    .boolean()
    .optional()
    .describe(
      'true stops all sends to the person, those that wait included, until it is false. Extension.',
    ),
}

/** Body of PATCH /contacts/{id}: only sent fields change. */
export const ContactChanges = z.object(changes)
export type ContactChanges = z.infer<typeof ContactChanges>

/** Identities that have a meaning only on a connection. */
const ON_CONNECTION = [
  'username',
  'business_scoped_user_id',
  'parent_business_scoped_user_id',
] as const

const AS_LEFT_OUT = 'null has no effect.'

// POST accepts every field of PATCH: if one is missing here, this does not compile.
const newContact = {
  name: changes.name.describe(`Takes precedence over the profile name on WhatsApp. ${AS_LEFT_OUT}`),
  phone: changes.phone.describe(`With country code; only digits are kept. ${AS_LEFT_OUT}`),
  username: changes.username.describe(`A leading @ is left out. ${AS_LEFT_OUT}`),
  business_scoped_user_id: changes.business_scoped_user_id.describe(
    `The provider's id of the person (BSUID). ${AS_LEFT_OUT}`,
  ),
  parent_business_scoped_user_id: changes.parent_business_scoped_user_id.describe(
    `The person's id for the parent of your business. ${AS_LEFT_OUT}`,
  ),
  stage_id: changes.stage_id.describe(`A stage of the account. ${AS_LEFT_OUT}`),
  restricted: changes.restricted,
  connection_id: ConnectionId.nullable()
    .optional()
    .describe(`Where the identities are known; required with ${ON_CONNECTION.join(', ')}.`),
} satisfies Record<keyof typeof changes | 'connection_id', z.ZodType>

/** Body of POST /contacts: a person by at least one identity. */
export const NewContact = z.object(newContact).superRefine((body, context) => {
  const sent = ON_CONNECTION.filter((field) => body[field] != null)
  if (sent.length === 0 && body.phone == null)
    context.addIssue({
      code: 'custom',
      path: ['phone'],
      message: `is required, unless one of ${ON_CONNECTION.join(', ')} is sent`,
    })
  if (sent.length > 0 && body.connection_id == null)
    context.addIssue({
      code: 'custom',
      path: ['connection_id'],
      message: `is required with ${sent.join(', ')}`,
    })
})
export type NewContact = z.infer<typeof NewContact>
