import { z } from 'zod'
import { textOf, upTo } from './bounds.ts'
import { Uuid } from './ids.ts'

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
      description: 'Empty removes it.',
    },
  })

/** What WhatsApp users see of the business. Fields without a value are null. */
export const BusinessProfile = z
  .object({
    connection_id: Uuid,
    about: z.string().nullable(),
    address: z.string().nullable(),
    description: z.string().nullable(),
    email: z.string().nullable(),
    vertical: z.string().nullable().describe("A value of the provider's catalog."),
    websites: z.array(z.string()),
    profile_picture_url: z.string().nullable(),
  })
  .meta({ id: 'BusinessProfile' })
export type BusinessProfile = z.infer<typeof BusinessProfile>

/** Body of PATCH /connections/{id}/profile: only what is sent changes. */
export const BusinessProfileChanges = z.object({
  about: textOf(1, 139).optional(),
  address: upTo(256).optional(),
  description: upTo(512).optional(),
  email: Email.optional(),
  vertical: Vertical.optional(),
  websites: z.array(Website).max(2).optional(),
})
export type BusinessProfileChanges = z.infer<typeof BusinessProfileChanges>
