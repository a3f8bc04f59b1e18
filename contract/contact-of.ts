import { z } from 'zod'
import { ShownName, shownIdentities } from './contact.ts'
import { ContactId } from './ids.ts'

/** The field that says whom something of a list is about. */
export const contactOf = {
  contact: z
    .object({ id: ContactId, name: ShownName, phone: shownIdentities.phone })
    .nullable()
    .describe(
      'Extension. The person of its conversation, as named now; null for what is about no person.',
    ),
} as const
