import type { Pricing } from '@recado/contract/message'
import type { Native } from '@recado/domain/native-json'
import { asText, nativeRecord } from '@recado/domain/provider-event/loose-json'

/** What Meta charges for a message, as one of its statuses says; null for a status that does not say it. */
export function shownPricing(pricing: Native | null | undefined): Pricing | null {
  if (pricing == null) return null
  const { category, billable, type } = nativeRecord(pricing)
  const isBillable = typeof billable === 'boolean' ? billable : null
  return { category: asText(category), billable: isBillable, type: asText(type) }
}

/** By the earliest report that says it, so that the order of arrival does not matter. */
export function pricingOf(
  reports: readonly { readonly at: string; readonly pricing?: Pricing }[],
): Pricing | null {
  const saying = reports.flatMap(({ at, pricing }) => (pricing ? [{ at, pricing }] : []))
  const [first] = saying.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
  return first?.pricing ?? null
}
