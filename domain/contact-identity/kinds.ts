import type { IdentityKind } from './events.ts'

/** Every kind, the strongest first: the earlier one decides who somebody is. */
export const IDENTITY_KINDS = [
  'business_scoped_user_id',
  'phone',
  'wa_id',
  'parent_business_scoped_user_id',
  'username',
  'lid',
] as const satisfies readonly IdentityKind[]

/** Kinds that the contract shows and a caller may name, the strongest first. */
export const SHOWN_KINDS = [
  'business_scoped_user_id',
  'phone',
  'parent_business_scoped_user_id',
  'username',
] as const satisfies readonly IdentityKind[]

/** Kinds that are claimed, the strongest first: wa_id only says how the provider writes a phone. */
export const CLAIMED_KINDS = [...SHOWN_KINDS, 'lid'] as const satisfies readonly IdentityKind[]

/** Whether an identity of the kind is claimed. */
export function isClaimed({ kind }: { readonly kind: IdentityKind }): boolean {
  return kind !== 'wa_id'
}

/** The same identities, the strongest first; of one kind as they were given. */
export function strongestFirst<Identity extends { readonly kind: IdentityKind }>(
  identities: readonly Identity[],
): readonly Identity[] {
  const strength = ({ kind }: Identity) => IDENTITY_KINDS.indexOf(kind)
  return [...identities].sort((one, other) => strength(one) - strength(other))
}
