import type { IdentityKind } from './events.ts'

/** Every kind, the strongest first. Of several identities the strongest decides which contact a person is. */
export const IDENTITY_KINDS = [
  'business_scoped_user_id',
  'phone',
  'wa_id',
  'parent_business_scoped_user_id',
  'username',
  'lid',
] as const satisfies readonly IdentityKind[]

/** Kinds that the API shows and callers may use, the strongest first. */
export const SHOWN_KINDS = [
  'business_scoped_user_id',
  'phone',
  'parent_business_scoped_user_id',
  'username',
] as const satisfies readonly IdentityKind[]

/** Kinds that are claimed, the strongest first. wa_id is not: it is only how the provider writes a phone. */
export const CLAIMED_KINDS = [...SHOWN_KINDS, 'lid'] as const satisfies readonly IdentityKind[]

export function isClaimed({ kind }: { readonly kind: IdentityKind }): boolean {
  return kind !== 'wa_id'
}

/** Sorts identities, the strongest first; those of one kind keep their order. */
export function strongestFirst<Identity extends { readonly kind: IdentityKind }>(
  identities: readonly Identity[],
): readonly Identity[] {
  const strength = ({ kind }: Identity) => IDENTITY_KINDS.indexOf(kind)
  return [...identities].sort((one, other) => strength(one) - strength(other))
}
