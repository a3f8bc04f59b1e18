import { z } from 'zod'
import { ShownName, shownIdentities } from './contact.ts'
import { ContactId, Erased } from './ids.ts'

/** The field that names the person of a list item. */
export const contactOf = {
  contact: z
    .object({ id: ContactId, name: ShownName, phone: shownIdentities.phone, erased: Erased })
    .nullable()
    .describe(
      'Extension. The person of the conversation, with the current name; null if there is no person.',
    ),
} as const
