export const PLANS = ['basic', 'official', 'agency'] as const

/** What an account has paid for. Non-text messages, media, sales, health and profile need official or agency. */
export type Plan = (typeof PLANS)[number]

const OFFICIAL: Readonly<Record<Plan, boolean>> = { basic: false, official: true, agency: true }

/** Whether a plan includes what official numbers need: non-text messages, media, sales, health and profile. */
export function includesOfficial(plan: Plan): boolean {
  return OFFICIAL[plan]
}
