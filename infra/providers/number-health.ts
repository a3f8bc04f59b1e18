/** The health of a number in the contract's names; null where the provider says nothing. */
export type NumberHealth = {
  readonly display_phone_number: string | null
  readonly verified_name: string | null
  readonly quality_rating: string | null
  readonly platform_type: string | null
  readonly code_verification_status: string | null
  readonly messaging_limit_tier: string | null
  readonly throughput: { readonly level: string | null }
  readonly health_status: {
    readonly can_send_message: string | null
    readonly entities: readonly object[]
  }
}
