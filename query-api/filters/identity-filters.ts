import { Identity } from '@recado/contract/kinds'

/** The query parameters for identities of a person other than the phone. */
export const identityFilters = {
  username: Identity.optional().describe('Without regard to case or a leading @.'),
  business_scoped_user_id: Identity.optional().describe(
    "The provider's id of the person for your business (BSUID).",
  ),
  parent_business_scoped_user_id: Identity.optional().describe(
    "The person's id for the parent of your business (parent BSUID).",
  ),
} as const
