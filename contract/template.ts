import { z } from 'zod'
import { Timestamp, Uuid } from './ids.ts'

export const TemplateStatus = z.enum(['draft', 'pending', 'approved', 'rejected'])

/** A message template. Approved ones can be sent outside the 24-hour window. */
export const Template = z
  .object({
    id: Uuid,
    name: z.string(),
    meta_template_name: z.string().describe('What template.name of POST /messages takes.'),
    category: z.string().describe("The provider's, such as MARKETING, UTILITY, AUTHENTICATION."),
    language: z.string(),
    status: TemplateStatus,
    provider_status: z.string().describe("The provider's own status, such as PAUSED."),
    variables: z
      .array(z.string())
      .describe('What must be filled in: header.1, body.1, button.0.1, or their names.'),
    updated_at: Timestamp,
  })
  .meta({ id: 'Template' })
export type Template = z.infer<typeof Template>
