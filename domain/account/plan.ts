/** What an account can have paid for. */
export const PLANS = ['basic', 'official', 'agency'] as const

export type Plan = (typeof PLANS)[number]

const OFFICIAL: Readonly<Record<Plan, boolean>> = { basic: false, official: true, agency: true }

/** Whether a plan includes what official numbers need: non-text messages, media, sales, health and profile. */
export function includesOfficial(plan: Plan): boolean {
  return OFFICIAL[plan]
}
