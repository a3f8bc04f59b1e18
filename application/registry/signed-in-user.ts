import type { SignedIn } from '@recado/contract/dashboard/session'
import type { AccountEntry, UserEntry } from '@recado/infra/registry-entries'

/** What the dashboard shows of the user who is signed in. */
export function signedInUser(
  account: AccountEntry,
  { id, name, email, role }: UserEntry,
  features: SignedIn['features'],
): SignedIn {
  return {
    user: { id, name, email, role },
    account: { id: account.id, name: account.name, plan: account.plan },
    features,
  }
}
