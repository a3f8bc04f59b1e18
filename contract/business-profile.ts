import { z } from 'zod'
import { Uuid } from './ids.ts'

/** Meta's catalog of lines of business. UNDEFINED can only be read. */
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

/** Characters are counted as people see them: code points, so an emoji is one. */
const text = (most: number) =>
  z
    .string()
    .refine((value) => [...value].length <= most, `must have at most ${most} characters`)
    .meta({ maxLength: most })

const Website = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .max(256)
  .describe('http or https.')

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
  about: text(139)
    .refine((about) => about !== '', 'must have at least 1 character')
    .optional(),
  address: text(256).optional(),
  description: text(512).optional(),
  email: z.email().max(128).optional(),
  vertical: Vertical.optional(),
  websites: z.array(Website).max(2).optional(),
})
export type BusinessProfileChanges = z.infer<typeof BusinessProfileChanges>
