import { z } from 'zod'
import { Timestamp } from '../ids.ts'

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
    by: z
      .enum(['id', 'name', 'words'])
      .describe('What of it `q` is: one of its ids or its phone, its name, or words of its text.'),
    title: z
      .string()
      .describe(
        'A name, or at most 80 characters of a text, those around the word that was found.',
      ),
    contact_name: z
      .string()
      .nullable()
      .describe('Of a message: the name, or the phone, of the person it is from or to.'),
    created_at: Timestamp.nullable().describe('Of a message.'),
    href: z.string().describe('Where the dashboard shows it.'),
  })
  .meta({ id: 'Found' })
export type Found = z.infer<typeof Found>
