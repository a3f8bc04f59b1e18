export type AutoKindBasis = {
  /** Whether the person ever wrote or called. */
  readonly engaged: boolean
  /** Paid sales of the person's conversations, without those paid back. */
  readonly paid_sales: number
}

/** The automatic kind of a contact, used unless a stage was set by hand. */
export function autoKind({ engaged, paid_sales }: AutoKindBasis): 'new' | 'engaged' | 'won' {
  if (paid_sales > 0) return 'won'
  return engaged ? 'engaged' : 'new'
}
