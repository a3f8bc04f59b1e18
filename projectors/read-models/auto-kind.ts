export type AutoKindBasis = {
  readonly engaged: boolean
  /** Paid sales of the person's conversations, without those paid back. */
  readonly paid_sales: number
}

export function autoKind({ engaged, paid_sales }: AutoKindBasis): 'new' | 'engaged' | 'won' {
  if (paid_sales > 0) return 'won'
  return engaged ? 'engaged' : 'new'
}
