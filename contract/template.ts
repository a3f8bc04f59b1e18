import { z } from 'zod'
import { Timestamp, Uuid } from './ids.ts'

export const TemplateStatus = z
  .enum(['draft', 'pending', 'approved', 'rejected'])
  .describe('The decision of the provider. Only approved templates can be sent.')

/** An id of ours, not of the provider. */
export const TemplateId = Uuid.describe('A template, as in GET /templates.')

export const Template = z
  .object({
    id: TemplateId,
    name: z.string().describe('How lists call it; at present the same as meta_template_name.'),
    meta_template_name: z.string().describe('What template.name of POST /messages takes.'),
    category: z.string().describe("The provider's, such as MARKETING, UTILITY, AUTHENTICATION."),
    language: z.string().describe('What template.language of POST /messages takes, such as pt_BR.'),
    status: TemplateStatus,
    provider_status: z.string().describe("The provider's own status, such as PAUSED."),
    variables: z
      .array(z.string())
      .describe('What must be filled in: header.1, body.1, button.0.1, or their names.'),
    updated_at: Timestamp.describe('When Recado last saw a change of it.'),
  })
  .meta({
    id: 'Template',
    description: 'A message template. Approved ones can be sent outside the 24-hour window.',
  })
export type Template = z.infer<typeof Template>
