import { z } from 'zod'
import { Timestamp } from '../ids.ts'

const Kind = z.enum([
  'message',
  'conversation',
  'contact',
  'connection',
  'delivery',
  'sale',
  'api_key',
  'raw_event',
])

export const Found = z
  .object({
    kind: Kind.describe('What it is, and so which route takes its id.'),
    id: z.string().describe('Its own id: a uuid, or the number of a raw event.'),
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
      .describe(
        'Of a message: the name, or the phone, of the person it is from or to. Null for everything else.',
      ),
    created_at: Timestamp.nullable().describe(
      'When a message was recorded; null for everything else.',
    ),
    href: z.string().describe('Where the dashboard shows it.'),
  })
  .meta({ id: 'Found', description: 'Something of the account that was found.' })
export type Found = z.infer<typeof Found>
