import { type Decide, refuse } from '../decision.ts'
import type { UserPasswordSet } from './events.ts'
import { findUser, type User, type Users } from './user.ts'

/** What permits setting a password: the token of a link, or the present password, which the caller has verified. */
export type PasswordProof = { readonly setup_sha256: string } | { readonly secret_ref: string }

export type SetPassword = Omit<UserPasswordSet['data'], 'set_at'> & {
  proof: PasswordProof
  at: string
}

/** Sets a password by a link that is neither used nor expired, or by the password that is still the user's. */
export const setPassword: Decide<SetPassword, Users, UserPasswordSet, 'proof_void'> = (
  { proof, at, ...password },
  users,
) => {
  const user = findUser(users, password.user_id)
  if (user === undefined) return refuse('proof_void')
  if (user.secret_ref === password.secret_ref) return []
  if (!proves(user, proof, at)) return refuse('proof_void')
  return [{ type: 'UserPasswordSet', data: { ...password, set_at: at } }]
}

function proves({ setup, secret_ref }: User, proof: PasswordProof, at: string): boolean {
  if ('secret_ref' in proof) return secret_ref === proof.secret_ref
  return setup !== null && setup.sha256 === proof.setup_sha256 && at < setup.expires_at
}
