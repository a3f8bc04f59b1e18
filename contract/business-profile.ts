import { z } from 'zod'
import { textOf, upTo } from './bounds.ts'
import { ConnectionId } from './ids.ts'

/** Meta's catalog of business verticals. UNDEFINED is left out, because it can only be read. */
const Vertical = z.enum([
  'ALCOHOL',
  'APPAREL',
  'AUTO',
  'BEAUTY',
  'EDU',
  'ENTERTAIN',
  'EVENT_PLAN',
  'FINANCE',
  'GOVT',
  'GROCERY',
  'HEALTH',
  'HOTEL',
  'NONPROFIT',
  'NOT_A_BIZ',
  'ONLINE_GAMBLING',
  'OTC_DRUGS',
  'OTHER',
  'PHYSICAL_GAMBLING',
  'PROF_SERVICES',
  'RESTAURANT',
  'RETAIL',
  'TRAVEL',
])

const Website = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .max(256)
  .describe('http or https.')

const TEXTS = {
  about: 'The line below the name of the business, 1 to 139 characters.',
  address: 'Where the business is, in one text.',
  description: 'What the business does, in a few sentences.',
  email: 'Where people can write to the business.',
  websites: 'At most two addresses, http or https.',
} as const

/** Meta documents only an address. As with its other texts, an empty one removes the value. */
const Email = z
  .string()
  .max(128)
  .refine((email) => email === '' || z.email().safeParse(email).success, {
    error: 'must be an e-mail address, or empty to remove it',
  })
  .meta({
    openapi: {
      type: 'string',
      format: 'email',
      maxLength: 128,
      description: `${TEXTS.email} Empty removes it.`,
    },
  })

export const BusinessProfile = z
  .object({
    connection_id: ConnectionId,
    about: z.string().nullable().describe(TEXTS.about),
    address: z.string().nullable().describe(TEXTS.address),
    description: z.string().nullable().describe(TEXTS.description),
    email: z.string().nullable().describe(TEXTS.email),
    vertical: z.string().nullable().describe("A value of the provider's catalog."),
    websites: z.array(z.string()).describe(TEXTS.websites),
    profile_picture_url: z
      .string()
      .nullable()
      .describe('Where the provider serves the picture. It can only be read.'),
  })
  .meta({
    id: 'BusinessProfile',
    description: 'What WhatsApp users see of the business. Fields without a value are null.',
  })
export type BusinessProfile = z.infer<typeof BusinessProfile>

/** Body of PATCH /connections/{id}/profile: only what is sent changes. */
export const BusinessProfileChanges = z.object({
  about: textOf(1, 139).optional().describe(TEXTS.about),
  address: upTo(256).optional().describe(`${TEXTS.address} Empty removes it.`),
  description: upTo(512).optional().describe(`${TEXTS.description} Empty removes it.`),
  email: Email.optional(),
  vertical: Vertical.optional().describe("The line of business, of the provider's catalog."),
  websites: z.array(Website).max(2).optional().describe(`${TEXTS.websites} They replace all.`),
})
export type BusinessProfileChanges = z.infer<typeof BusinessProfileChanges>
