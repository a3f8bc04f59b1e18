import { z } from 'zod'

export const Found = z
  .object({
    kind: z.enum([
      'message',
      'conversation',
      'contact',
      'connection',
      'delivery',
      'sale',
      'api_key',
      'raw_event',
    ]),
    id: z.string(),
    title: z.string(),
    href: z.string().describe('Where the dashboard shows it.'),
  })
  .meta({ id: 'Found' })
export type Found = z.infer<typeof Found>
