import { table } from '../engine/table.ts'

/** The contact that an identity names; the id is that of its claim. */
type ContactIdentityRow = { readonly id: string; readonly contact_id: string }

export const contactIdentities = table<ContactIdentityRow>({ name: 'contact_identities' })
